// memory: main --stdin 6 => heap 60
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c; static void*t[6]; int n=0; while((c=getchar())!=EOF){ t[n++]=malloc(10); } while(n) free(t[--n]); return 0; }
