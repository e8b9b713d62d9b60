// memory: f => heap 176
// at most eight rounds of 22, whatever n is
#include <stdlib.h>
int f(unsigned n){ char*t[8]; unsigned k=0; for(unsigned i=0;i<n&&i<8;i++) t[k++]=malloc(22); while(k) free(t[--k]); return 0; }
