// memory: main => heap 90
// stdin "9": %1d: one digit
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; if(scanf("%1d",&n)!=1) return 1; char*p=malloc((size_t)n*10); free(p); return 0; }
