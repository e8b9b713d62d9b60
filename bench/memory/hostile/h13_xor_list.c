// memory: f => heap 96
#include <stdlib.h>
#include <stdint.h>
int f(int n){ uintptr_t x=0; void*k[3]; if(n<0||n>3) return 0; for(int i=0;i<n;i++){ k[i]=malloc(32); x^=(uintptr_t)k[i]; } for(int i=0;i<n;i++) free(k[i]); return (int)(x&1); }
