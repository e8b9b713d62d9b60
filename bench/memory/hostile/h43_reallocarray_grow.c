// memory: f => heap 96
#include <stdlib.h>
int f(unsigned char n){ int cap=0,len=0; int*p=0; for(int i=0;i<n%16;i++){ if(len==cap){ cap=cap?cap*2:1; p=realloc(p,cap*4);} p[len++]=i; } free(p); return 0; }
