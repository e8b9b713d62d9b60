// memory: main => heap 255
// stdin "-1": %hhd keeps the low byte: "-1" and "255" are the same signed char
#include <stdio.h>
#include <stdlib.h>
int main(void){ signed char c=0; if(scanf("%hhd",&c)!=1) return 1; char*p=malloc((unsigned char)c); free(p); return 0; }
