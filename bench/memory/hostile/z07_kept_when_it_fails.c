// memory: main => heap 40
// stdin "x": what n was before stays where nothing matches
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=40; int r=scanf("%d",&n); if(r==1) n&=15; char*p=malloc(n); free(p); return 0; }
