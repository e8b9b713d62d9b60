// memory: main => heap 255
// stdin "255": a byte that wraps while digits come
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned char n=0; int c; while((c=getchar())>='0'&&c<='9') n=(unsigned char)(n*10+(c-'0')); char*p=malloc(n); free(p); return 0; }
