// memory: main => heap 66
// a[0] 11, a[2] 22, a[i] 33
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; int a[4]={0}; int i=3; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%d %d %d",&a[2],&a[0],&a[i]); for(int k=0;k<4;k++) if(a[k]<0||a[k]>11*(k==0?1:k==3?3:2)) a[k]=0; char*p=malloc(a[0]+a[2]+a[3]); free(p); return 0; }
