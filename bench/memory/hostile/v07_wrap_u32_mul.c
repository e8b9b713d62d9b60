// memory: f => heap 4294967292
#include <stdlib.h>
int f(unsigned n){ unsigned m=n*12; if (m < 4294967000u) return 0; void*p=malloc(m); free(p); return 0; }
