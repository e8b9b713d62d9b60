// memory: f => heap 1024
#include <stdlib.h>
#include <stdbool.h>
int f(bool b,unsigned char c){ size_t n=(size_t)b<<10; if(c&1) n/=2; char*p=malloc(n); free(p); return 0; }
