// memory: f => heap 30
#include <stdlib.h>
int f(unsigned n){ int k=0; do { void*p=malloc(10); (void)p; k++; } while(k<(int)(n%4)); return k; }
