// memory: main => heap 50
// stdin of two pairs: the third is not there
#include <stdio.h>
#include <stdlib.h>
struct pair{ int a; unsigned char b; }; int main(void){ struct pair t[2]; int i=0; while(scanf("%d %hhu",&t[i].a,&t[i].b)==2) i++; char*p=malloc(i*25); free(p); return 0; }
