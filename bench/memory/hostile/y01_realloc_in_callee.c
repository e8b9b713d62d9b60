// memory: f => heap 360
// grow moves: 120 beside 240; shrink to 20 beside 240 is less
#include <stdlib.h>
static char*grow(char*p,unsigned n){ char*q=realloc(p,n); return q?q:p; }
int f(unsigned char n){ char*p=malloc(120); if(n&1) p=grow(p,20); else p=grow(p,240); p=grow(p,60); free(p); return 0; }
