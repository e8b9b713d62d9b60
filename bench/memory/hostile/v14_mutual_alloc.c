// memory: f => heap 240
#include <stdlib.h>
static void od(unsigned n); static void ev(unsigned n){ void*p=malloc(10); if(n) od(n-1); free(p);} static void od(unsigned n){ void*p=malloc(30); if(n) ev(n-1); free(p);}
int f(unsigned char n){ ev(n%12); return 0; }
