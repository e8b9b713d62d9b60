// memory: f => heap 120
// through a pointer in a table: five levels hold 24 each
#include <stdlib.h>
struct c; typedef void (*fn)(struct c*,int); struct c{ fn go; };
static void go(struct c*c,int n){ if(n<=0) return; void*p=malloc(24); c->go(c,n-1); free(p); }
int f(int n){ if(n>5) return 0; struct c c={go}; c.go(&c,n); return 0; }
