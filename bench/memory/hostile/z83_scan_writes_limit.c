// memory: main => heap 40
// stdin "4": the counter is what is read into; the limit does not move
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[10]; int n=0,k=0; while(n<10){ if(scanf("%d",&k)==1&&k==n) break; t[n++]=malloc(4); } while(n) free(t[--n]); return 0; }
