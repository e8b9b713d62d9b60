// memory: main => heap 511
// stdin "777": %3o: 0777
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned c=0; if(scanf("%3o",&c)!=1||c>511) return 1; char*p=malloc(c); free(p); return 0; }
