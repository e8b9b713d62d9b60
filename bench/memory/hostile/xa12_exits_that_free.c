// memory: f => heap 24
// each of three exits frees what the round made
#include <stdlib.h>
int f(int n,int m){ while(1){ char*p=malloc(24); if(n--<0){ free(p); break; } if(m==n){ free(p); return 1; } if(n==77){ free(p); goto out; } free(p);} return 0; out: return 2; }
