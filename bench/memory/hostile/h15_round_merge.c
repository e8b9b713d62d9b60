// memory: f => heap 120
#include <stdlib.h>
int f(unsigned x){ char*p=0; for(int i=0;i<6;i++){ if(x>>i&1){ free(p); p=malloc(20*(i+1)); } } free(p); return 0; }
