// memory: f --buffer 8 => heap 24
// 16 beside the 8 that grow
#include <stdlib.h>
#include <string.h>
int f(const char t[8]){ size_t cap=4,n=0; char*b=malloc(cap); for(int i=0;i<8&&t[i];i++){ if(n+1>=cap){ cap*=2; b=realloc(b,cap);} b[n++]=t[i]; } b[n]=0; free(b); return 0; }
