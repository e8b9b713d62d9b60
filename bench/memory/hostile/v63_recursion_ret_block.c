// memory: f => heap 112
#include <stdlib.h>
#include <string.h>
static char*rep(unsigned n){ if(!n){ char*e=malloc(1); *e=0; return e; } char*s=rep(n-1); size_t l=strlen(s); char*t=malloc(l+11); memcpy(t,s,l); memcpy(t+l,"0123456789",11); free(s); return t; }
int f(unsigned char n){ free(rep(n%7)); return 0; }
