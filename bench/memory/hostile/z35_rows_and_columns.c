// memory: main => heap 192
// stdin "6 6": a table of 6 pointers and 6 rows of 24 bytes
#include <stdio.h>
#include <stdlib.h>
int main(void){ int r,c; if(scanf("%d %d",&r,&c)!=2||r<1||r>6||c<1||c>6) return 1;
  int**t=malloc((size_t)r*sizeof *t); for(int i=0;i<r;i++) t[i]=malloc((size_t)c*sizeof **t);
  for(int i=0;i<r;i++) free(t[i]); free(t); return 0; }
