// memory: main --stdin 2 => heap 500
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[2]; static void*t[50]; int n=0; while(n<50&&fgets(b,1,stdin)){ t[n++]=malloc(10); } while(n) free(t[--n]); return 0; }
