// memory: main => heap 15
// what was printed is parsed: four bits
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16],c[16]; if(!fgets(b,sizeof b,stdin)) return 1; int n=atoi(b)&15; sprintf(c,"%d",n); int m=atoi(c); if(m<0||m>1000) m=0; char*p=malloc(m); free(p); return 0; }
