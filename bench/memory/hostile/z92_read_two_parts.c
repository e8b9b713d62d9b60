// memory: main => heap 200
// stdin "\xc8\x00\x00\x00": a length of four bytes in the order of the machine
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void){ unsigned n; if(read(0,&n,2)!=2||read(0,(char*)&n+2,2)!=2||n>200) return 1; char*p=malloc(n); free(p); return 0; }
