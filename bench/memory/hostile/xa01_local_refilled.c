// memory: f => heap 127
// 8 first, then one block of at most 127 at a time
#include <stdlib.h>
int f(int n){ char*a=malloc(8); for(int r=0;r<1000;r++){ free(a); a=malloc(n&127);} free(a); return 0; }
