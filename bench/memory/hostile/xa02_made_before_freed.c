// memory: f => heap 200
// the new block is made while the old one lives: two of 100
#include <stdlib.h>
int f(unsigned n){ char*a=0; for(unsigned r=0;r<n;r++){ char*b=malloc(100); free(a); a=b; } free(a); return 0; }
