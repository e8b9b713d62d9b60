// memory: main => heap 99
// stdin "9": what is put back is not what was read
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; ungetc('9',stdin); if(scanf("%2d",&n)!=1) return 1; char*p=malloc(n); free(p); return 0; }
