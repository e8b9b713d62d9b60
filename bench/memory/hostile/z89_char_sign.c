// memory: main => heap 127
// stdin "\x7f": what is read as char is signed: bytes above 127 are sizes that fail
#include <stdio.h>
#include <stdlib.h>
int main(void){ char c=0; if(scanf("%c",&c)!=1) return 1; char*p=malloc(c); free(p); return 0; }
