// memory: main => heap 96
// stdin "7 7 7 7 x": the last index stays when a letter comes: 4 rounds of 24
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[4]; int n=0,i=0; while(n<4){ int r=scanf("%d",&i); if(r!=1&&i!=7) break; t[n++]=malloc(24); } while(n) free(t[--n]); return 0; }
