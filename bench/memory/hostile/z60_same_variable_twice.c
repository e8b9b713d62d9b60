// memory: main => heap 15
// stdin "31 15": n is written twice, the second one stays; if it is not there the first one does and is told by the result
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; int r=scanf("%d%d",&n,&n); if(r!=2||n>15||n<0) return 1; char*p=malloc(n); free(p); return 0; }
