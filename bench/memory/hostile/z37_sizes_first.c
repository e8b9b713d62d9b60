// memory: main => heap 150
// stdin "30 30 30 30 30": five sizes, then five blocks
#include <stdio.h>
#include <stdlib.h>
int main(void){ int t[5]={0}; void*p[5]={0}; for(int i=0;i<5;i++) scanf("%d",&t[i]);
  for(int i=0;i<5;i++) if(t[i]>0&&t[i]<=30) p[i]=malloc(t[i]);
  for(int i=0;i<5;i++) free(p[i]); return 0; }
