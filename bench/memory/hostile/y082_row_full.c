// memory: main => heap 30
// stdin "1 2 3": three rows of ten are made, the fourth number is not there
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n[3]; static char*t[3]; int i=0; while(scanf("%d",n+i)==1){ t[i]=malloc(10); i++; } while(i) free(t[--i]); return 0; }
