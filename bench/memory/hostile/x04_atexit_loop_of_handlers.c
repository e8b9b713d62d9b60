// memory: main --stdin 1 => heap 76
// the handler frees what is in the table and makes a report of 4 bytes for each, all kept: table 3*16 live; i-th report before its free: 16*3+4, then 2*16+8..: 52; with 'k' the table is not freed: 48 + 4*7 = 76
#include <stdlib.h>
#include <stdio.h>
static char*t[3]; static int keep;
static void rep(void){ int m=keep?7:3; for(int i=0;i<m;i++){ char*r=malloc(4); (void)r; if(!keep){ free(t[i]); t[i]=0; } } }
int main(void){ int c=getchar(); keep=c=='k'; for(int i=0;i<3;i++) t[i]=malloc(16); atexit(rep); return 0; }
