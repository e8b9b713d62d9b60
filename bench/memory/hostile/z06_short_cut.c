// memory: main => heap 32768
// stdin "32768": %hd cuts to 16 bits: 32768 is -32768, and minus that is 32768 in an int
#include <stdio.h>
#include <stdlib.h>
int main(void){ short s=0; if(scanf("%hd",&s)!=1||s>=0) return 1; char*p=malloc(-s); free(p); return 0; }
