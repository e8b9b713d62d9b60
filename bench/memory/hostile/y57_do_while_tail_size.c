// memory: f => heap 77
// tested at the end: the first round runs with n == 0 too; 7 rounds of 11
#include <stdlib.h>
int f(unsigned n){ unsigned i=0; if(n>7) return 0; do { (void)!malloc(11); } while(++i<n); return 0; }
