// memory: main => heap 56
// stdin "9": the limit is read anew in each round, and kept at the end: 8 blocks of 7
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[8]; int n=1,i; for(i=0;i<n&&i<8;i++){ int m=n; if(scanf("%d",&n)!=1) n=m; t[i]=malloc(7); }
  while(i) free(t[--i]); return 0; }
