// memory: f => heap 380
#include <stdlib.h>
#include <string.h>
struct s{ char*p; int n; };
int f(int a){ struct s x,y; x.p=malloc(80); x.n=1; memcpy(&y,&x,sizeof y); free(y.p); y.p=malloc(100); x=y; struct s*z=a?&x:&y; char*q=malloc(280); free(z->p); free(q); return 0; }
