// memory: main => heap 31
// five bits
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; struct{ unsigned n:5,m:3; } s={0,0}; int v; while(fgets(b,sizeof b,stdin)) if(sscanf(b,"%d",&v)==1){ s.n=v; free(malloc(s.n)); } return 0; }
