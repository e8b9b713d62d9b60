// memory: main => heap 50
// stdin "1 2 50": the third number goes where the table says
#include <stdio.h>
#include <stdlib.h>
int main(void){ int v[3]={0}; int*t[3]={&v[2],&v[1],&v[0]}; for(int i=0;i<3;i++) if(scanf("%d",t[i])!=1) return 1; if(v[0]<0||v[0]>50||v[1]!=2) return 1; char*p=malloc(v[0]); free(p); return 0; }
