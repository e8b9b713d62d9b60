// memory: f => heap 124
// the way out makes 100 beside the 24 of the round before it frees both
#include <stdlib.h>
int f(int n){ while(1){ char*p=malloc(24); if(n--<0){ char*q=malloc(100); free(q); free(p); break; } free(p);} return 0; }
