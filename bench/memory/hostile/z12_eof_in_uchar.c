// memory: main => heap 80
// stdin "": an unsigned char is never EOF: all 20 rounds on an empty input
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[20]; int n; for(n=0;n<20;n++){ unsigned char c=getchar(); if(c==EOF) break; t[n]=malloc(4); } while(n) free(t[--n]); return 0; }
