// memory: main => heap 63
// stdin "1 63 2": the second number of the last round is the one of the round before
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a,b=5; 
  while(scanf("%d %d",&a,&b)==2) b&=63;
  char*p=malloc(b); free(p); return 0; }
