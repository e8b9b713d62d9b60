// memory: f => heap 65025
// 255*255
#include <stdlib.h>
int f(unsigned char a,unsigned char b){ char*p=calloc(a,b); free(p); return 0; }
