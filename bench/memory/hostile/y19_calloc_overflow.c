// memory: f => heap 48
// the product overflows and fails; what is left is 48
#include <stdlib.h>
int f(unsigned char n){ size_t k=n>10?((size_t)1<<60)+n:n>6?6:n; char*p=calloc(k,n>10?32:8); free(p); return 0; }
