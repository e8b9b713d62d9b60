// memory: main => heap 320
// 5 rows: 40 for the pointers, 5 times 7 times 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; int r=0,c=0; if(!fgets(b,sizeof b,stdin)||sscanf(b,"%dx%d",&r,&c)!=2||r<1||r>5||c<1||c>7) return 1; double**m=malloc(r*sizeof *m); for(int i=0;i<r;i++) m[i]=malloc(c*sizeof **m); for(int i=0;i<r;i++) free(m[i]); free(m); return 0; }
