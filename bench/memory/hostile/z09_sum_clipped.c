// memory: main => heap 500
// stdin "600": any sum below the limit
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned s=0; int x; while(scanf("%d",&x)==1) s+=(unsigned)x; if(s>500) s=500; char*p=malloc(s); free(p); return 0; }
