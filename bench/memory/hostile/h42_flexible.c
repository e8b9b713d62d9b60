// memory: f => heap 212
#include <stdlib.h>
struct v{ int n; char d[]; };
int f(unsigned char n){ struct v*a=malloc(sizeof*a+n%101); a->n=n; struct v*b=realloc(a,sizeof*b+n%101+4); if(b) a=b; free(a); return 0; }
