// memory: f --buffer 6 => heap 64
#include <stdlib.h>
struct r{ int c; char d[28]; };
static struct r*mk(void){ struct r*r=malloc(32); r->c=1; return r; }
static void un(struct r*r){ if(r&&--r->c==0) free(r); }
int f(const unsigned char*b){ struct r*x=mk(),*y=x; y->c++; for(int i=0;i<6;i++){ if(b[i]==1){ un(x); x=mk(); } else if(b[i]==2){ un(y); y=x; y->c++; } } un(x); un(y); return 0; }
