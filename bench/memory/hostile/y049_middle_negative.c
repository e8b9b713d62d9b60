// memory: main => heap 99
// a pointer to the middle, from which it goes down by k
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a[64]; int main(void){ char b[16]; int k=0; for(int i=0;i<64;i++) a[i]=5; a[3]=99; int*m=a+32; if(!fgets(b,sizeof b,stdin)) return 1; k=atoi(b); if(k<0||k>32) k=0; char*q=malloc(m[-k]); free(q); return 0; }
