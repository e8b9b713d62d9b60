// memory: main => heap 11
// stdin "9": the end is said again and again, the 9 is there once
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0,m=0; scanf("%d",&n); int r=scanf("%d",&m); if(r==1) return 0; n=n<0?0:n>9?9:n; char*p=malloc(n+2); free(p); return 0; }
