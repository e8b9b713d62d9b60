// memory: f => heap 480
#include <stdlib.h>
int f(unsigned s){ char**t=calloc(10,8); for(int i=0;i<12;i++){ int k=(s>>(2*i))&7; if(!t[k]) t[k]=malloc(50);} for(int i=0;i<10;i++) free(t[i]); free(t); return 0; }
