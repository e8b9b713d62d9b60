// memory: f => heap 1064
#include <stdlib.h>
int f(int a){ void*p=aligned_alloc(64,a?1024:64); void*q=malloc(40); free(p); free(q); return 0; }
