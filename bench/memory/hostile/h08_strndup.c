// memory: f => heap 10
#include <stdlib.h>
#include <string.h>
int f(unsigned a){ char b[20]; memset(b,'y',19); b[19]=0; char*p=strndup(b,a%10); free(p); return 0; }
