// memory: f => heap 150
#include <stdlib.h>
static char* get(int n){ static char*p; static int cap; if(n>cap){ free(p); p=malloc(n); cap=n; } return p; }
int f(unsigned char a){ for(int i=0;i<a%16;i++) get(i*10); return get(a%16*10)!=0; }
