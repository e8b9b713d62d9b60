// memory: f => heap 109
#include <stdlib.h>
int f(int c){ int n=c%100; void*p=malloc(n+10); free(p); return 0; }
