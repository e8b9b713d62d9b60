// memory: f => heap 250
#include <stdlib.h>
union u{ char*c; long l; };
int f(int a){ union u v; v.c=malloc(150); long k=v.l; if(a>0){ union u w; w.l=k; free(w.c); } char*q=malloc(100); free(q); return 0; }
