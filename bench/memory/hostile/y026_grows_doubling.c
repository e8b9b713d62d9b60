// memory: main => heap 96
// 32 beside 64 while it moves
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; size_t cap=4,n=0; char*p=malloc(cap); while(fgets(b,sizeof b,stdin)){ int v; if(sscanf(b,"%d",&v)!=1) break; if(n==cap){ if(cap==64) break; cap*=2; p=realloc(p,cap);} p[n++]=v; } free(p); return 0; }
