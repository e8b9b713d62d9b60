// memory: f => heap 4294967295
#include <stdlib.h>
int f(unsigned n){ if(n>200) return 0; char*p=malloc(n-1); free(p); char*q=malloc(n); free(q); return 0; }
