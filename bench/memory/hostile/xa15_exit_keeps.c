// memory: f => heap 54
// one way out keeps the block: 24 and then 30
#include <stdlib.h>
static char*kept;
int f(int n){ for(;;){ char*p=malloc(24); if(n==3){ kept=p; break; } if(n--<0){ free(p); break; } free(p);} char*q=malloc(30); free(q); return 0; }
