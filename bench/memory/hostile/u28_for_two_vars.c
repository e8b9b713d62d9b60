// memory: f => heap 1280
#include <stdlib.h>
int f(unsigned char n){ for(int i=0,j=n;i<j;i++,j--) malloc(10); return 0; }
