// memory: f => heap 500
#include <stdlib.h>
#include <stdint.h>
int f(int a){ char*p=malloc(200); uintptr_t x=(uintptr_t)p; if(a) free((void*)x); char*q=malloc(300); free(q); if(!a) free(p); return 0; }
