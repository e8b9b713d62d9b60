// memory: f => heap 200
#include <stdlib.h>
int f(unsigned char i,unsigned char j){ char*s[4]={0}; i&=3; j&=3; s[i]=malloc(100); char*old=s[j]; s[j]=malloc(100); free(old); for(int k=0;k<4;k++) free(s[k]); return 0; }
