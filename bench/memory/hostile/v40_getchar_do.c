// memory: main --stdin 4 => heap 80
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[8]; int n=0,c; do { t[n++]=malloc(16); c=getchar(); } while(c!=EOF); while(n) free(t[--n]); return 0; }
