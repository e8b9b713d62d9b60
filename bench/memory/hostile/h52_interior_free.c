// memory: f => heap 210
#include <stdlib.h>
int f(unsigned i){ char*p=malloc(110); char*q=p+i%50; char*b=q-i%50; free(b); p=malloc(100); free(p); char*z=malloc(210); free(z); return 0; }
