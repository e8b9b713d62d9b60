// memory: f => heap 1600
#include <stdlib.h>
int f(unsigned long s){ char*st[16]; int n=0; for(int i=0;i<40;i++){ if(s>>i&1){ if(n<16) st[n++]=malloc(100);} else if(n) free(st[--n]); } while(n) free(st[--n]); return 0; }
