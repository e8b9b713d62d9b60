// memory: f => heap 700
#include <stdlib.h>
int f(unsigned s){ unsigned c=1; for(int i=0;i<12;i++) c = (s>>i&1)? c*3u : c+7u; char*p=malloc(c%601); char*q=malloc(100); free(p); free(q); return 0; }
