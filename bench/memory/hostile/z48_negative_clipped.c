// memory: main => heap 100
// stdin "100": negative numbers are sizes that fail
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; scanf("%d",&n); if(n>100) n=100; char*p=malloc(n); free(p); return 0; }
