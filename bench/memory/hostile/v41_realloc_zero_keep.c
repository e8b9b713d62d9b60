// memory: f => heap 150
#include <stdlib.h>
int f(unsigned char k){ char*p=malloc(50); char*q=realloc(p,k%101); if(q||k%101==0) free(q); else free(p); return 0; }
