// memory: main => heap 64
// stdin "aaaaaaaaaaaa... (64 bytes)": a count that is wrong is clipped as unsigned
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[64]; int n=0; if(scanf("%d%*c",&n)!=1) n=-1; unsigned k=(unsigned)n; if(k>64) k=64; size_t r=fread(b,1,k,stdin); char*p=malloc(r); free(p); return 0; }
