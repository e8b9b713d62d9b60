// memory: f => heap 16
#include <stdlib.h>
int f(unsigned long n){ char*p=calloc(n|0x8000000000000000ul,2); char*q=malloc(16); free(p); free(q); return p!=0; }
