// memory: f => heap 2560
#include <stdlib.h>
int f(unsigned char n){ int c=0; for(unsigned i=0;i<=n;i++){ malloc(10); c++; } return c; }
