// memory: f => heap 510
#include <stdlib.h>
int f(unsigned char a,unsigned char b){ char*p=malloc(a+b); free(p); return 0; }
