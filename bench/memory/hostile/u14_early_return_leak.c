// memory: f => heap 1300
#include <stdlib.h>
static int part(unsigned s,int i){ char*p=malloc(100); if((s>>i&3)==3) return 1; free(p); return 0; }
int f(unsigned s){ int c=0; for(int i=0;i<13;i++) c+=part(s,i); return c; }
