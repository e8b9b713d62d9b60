// memory: f => heap 2550
#include <stdlib.h>
int f(unsigned char n){ while(n!=0){ malloc(10); n--; } return 0; }
