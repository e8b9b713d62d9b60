// memory: f => heap 50
// realloc to a negative size fails and the old block stays
#include <stdlib.h>
int f(int n){ char*p=malloc(50); if(n>=0) { free(p); return 0; } char*q=realloc(p,(size_t)n); if(q) free(q); else free(p); return 0; }
