// memory: f => heap 1020
#include <stdlib.h>
struct h{ unsigned char len; unsigned char kind; };
int f(struct h*m){ char*p=malloc(m[0].len*2u); char*q=0; if(m[0].kind==1) q=malloc(m[1].len*2u); free(p); free(q); return 0; }
