// memory: f => heap 255
#include <stdlib.h>
int f(unsigned char n){ unsigned char k=n*3; char*p=malloc(k); free(p); return 0; }
