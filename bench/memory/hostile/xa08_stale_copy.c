// memory: f => heap 66
// t is the block of the round before: two of 22 live at the end of a round, three in it
#include <stdlib.h>
int f(unsigned n){ char*t=0,*a=0; for(unsigned i=0;i<n;i++){ char*b=malloc(22); free(t); t=a; a=b; } free(t); free(a); return 0; }
