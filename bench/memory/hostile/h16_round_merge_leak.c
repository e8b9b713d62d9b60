// memory: f => heap 420
#include <stdlib.h>
int f(unsigned x){ char*p=0; for(int i=0;i<6;i++){ if(x>>i&1){ p=malloc(20*(i+1)); } } free(p); return 0; }
