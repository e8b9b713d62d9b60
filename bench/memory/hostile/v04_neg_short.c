// memory: f => heap 32767
#include <stdlib.h>
int f(short k){ char*p=malloc(k); free(p); return 0; }
