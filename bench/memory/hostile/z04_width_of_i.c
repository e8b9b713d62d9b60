// memory: main => heap 999
// stdin "999": %3i: 999, not 0xfff
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; if(scanf("%3i",&n)!=1||n<0) return 1; char*p=malloc(n); free(p); return 0; }
