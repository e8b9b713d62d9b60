// memory: main --stdin 4 => heap 64
#include <stdio.h>
#include <stdlib.h>
static int next(void){ int c=getchar(); return c=='\n'?next():c; }
int main(void){ static void*t[8]; int n=0,c; do { t[n++]=malloc(16); c=next(); } while(c!=EOF && n<4); while(n) free(t[--n]); return 0; }
