// memory: main => heap 15
// stdin "f": %1hhx: one digit
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned char c=0; if(scanf("%1hhx",&c)!=1) return 1; char*p=malloc(c); free(p); return 0; }
