// memory: main --stdin 6 => heap 240
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*a=0,*b=0; size_t n=0,m=0; getline(&a,&n,stdin); getline(&b,&m,stdin); free(a); free(b); return 0; }
