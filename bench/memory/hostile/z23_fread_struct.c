// memory: main => heap 65535
// stdin "\x01\x00\xff\xff": a header of two fields
#include <stdio.h>
#include <stdlib.h>
struct head{ unsigned char n; unsigned short m; };
int main(void){ struct head h; if(fread(&h,sizeof h,1,stdin)!=1) return 1; char*p=malloc(h.m); free(p); return 0; }
