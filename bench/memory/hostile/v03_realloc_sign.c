// memory: f => heap 99
#include <stdlib.h>
int f(int k){ char*p=malloc(40); char*q; if(k<-100) return 1; q=realloc(p,k<0?k:k%60); if(q) free(q); else if (k<0) free(p); return 0; }
