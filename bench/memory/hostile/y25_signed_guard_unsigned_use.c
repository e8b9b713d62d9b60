// memory: f => heap 255
// n < 40 lets -1 through, which is 255 as a byte
#include <stdlib.h>
int f(int n){ if(n<40){ char*p=malloc((unsigned char)n); free(p);} return 0; }
