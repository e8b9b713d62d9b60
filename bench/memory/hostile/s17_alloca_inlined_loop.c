// memory: f -- -O2 => stack 10
#include <alloca.h>
static inline __attribute__((always_inline)) int g(int i){ volatile char *p=alloca(500); p[i]=i; return p[i]; }
int f(void){ int s=0; for(int i=0;i<10;i++) s+=g(i); return s; }
