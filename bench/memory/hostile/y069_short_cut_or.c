// memory: main => heap 90
// stdin "9 x": one conversion, and the first is more than 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int n=0,m=0; if(!fgets(b,sizeof b,stdin)) return 1; if(sscanf(b,"%d %d",&n,&m)==2||n>5){ if(n<0||n>9) n=0; if(m<0||m>9) m=0; char*p=malloc(n*10+m*0); free(p);} return 0; }
