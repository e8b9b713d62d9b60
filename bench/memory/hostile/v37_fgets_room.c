// memory: main --stdin 6 => heap 60
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[2]; static void*t[6]; int n=0; while(fgets(b,2,stdin)){ t[n++]=malloc(10); } while(n) free(t[--n]); return 0; }
