// memory: main => heap 80
// stdin "1 2 3 4": the number of numbers
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a,b,c,d; int r=scanf("%d%d%d%d",&a,&b,&c,&d); if(r<0) return 1; char*p=malloc((size_t)r*20); free(p); return 0; }
