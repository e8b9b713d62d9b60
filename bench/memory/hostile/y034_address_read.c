// memory: main => heap 20
// an address is read and not looked at: the result counts
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; void*q=0; if(!fgets(b,sizeof b,stdin)) return 1; int r=sscanf(b,"%p",&q); char*p=malloc(r==1?20:10); free(p); return 0; }
