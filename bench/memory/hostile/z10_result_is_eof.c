// memory: main => heap 32
// stdin "": at the end scanf says -1: 24 + 8
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a=0,b=0; int r=scanf("%d %d",&a,&b); char*p=malloc((size_t)(24-8*r)); free(p); return 0; }
