// memory: f => heap 255
// n - 10 is taken modulo 256: n == 9 asks for 255
#include <stdlib.h>
int f(unsigned char n){ if(n>60) return 0; unsigned char k=(unsigned char)(n-10); char*p=malloc(k); free(p); return 0; }
