// memory: main --stdin 2 => heap 40
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c,k=0; static void*t[6]; int n=0; while(n<6&&(c=getchar())!=EOF){ t[n++]=malloc(10); if(k++<2) ungetc(c,stdin); } while(n) free(t[--n]); return 0; }
