// memory: main => heap 300
// three numbers of up to 100 each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[64]; double d[3]={0,0,0}; if(!fgets(b,sizeof b,stdin)) return 1; int r=sscanf(b,"%lf %lf %lf",d,d+1,d+2); int s=0; for(int i=0;i<r;i++) if(d[i]>=0&&d[i]<=100) s+=(int)d[i]; char*p=malloc(s); free(p); return 0; }
