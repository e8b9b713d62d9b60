// memory: main => heap 12
// the text is always the same
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf("12","%d",&n); if(n<0||n>100) n=0; char*p=malloc(n); free(p); return 0; }
