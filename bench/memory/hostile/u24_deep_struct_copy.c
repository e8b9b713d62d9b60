// memory: f => heap 710
#include <stdlib.h>
struct in{ char*p[2]; }; struct out{ struct in i; int n; };
static struct out mk(int n){ struct out o={{{malloc(n),0}},n}; if(n>50) o.i.p[1]=malloc(n); return o; }
int f(unsigned char k){ struct out a=mk(100); struct out b=mk(k); struct out*c=k&1?&a:&b; struct in z=c->i; free(z.p[0]); free(z.p[1]); c->i.p[0]=c->i.p[1]=0; char*x=malloc(90); free(x); free(a.i.p[0]);free(a.i.p[1]);free(b.i.p[0]);free(b.i.p[1]); return 0; }
