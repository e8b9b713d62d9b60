// memory: main => heap 5
// stdin "": a buffer of one byte is empty, whatever comes
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[1]={'x'}; char*r=fgets(b,1,stdin); char*p=malloc(r&&!b[0]?5:b[0]=='x'?3:4); free(p); return 0; }
