// memory: main => heap 765
// stdin "\xff\xff\xff": three bytes are no element of four, but they are there
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned char h[4]={0}; if(fread(h,4,1,stdin)) return 1; char*p=malloc(h[0]+h[1]+h[2]+h[3]); free(p); return 0; }
