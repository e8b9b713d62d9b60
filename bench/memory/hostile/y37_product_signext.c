// memory: f => heap 16384
// (char)n times itself: 127*127, and -127*-127 is no less, but -128 squared is 16384
#include <stdlib.h>
int f(int n){ signed char c=(signed char)n; int k=c*c; char*p=malloc((size_t)k); free(p); return 0; }
