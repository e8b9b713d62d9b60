// memory: main => heap 20+
// called with: 20 <<<"x"*30
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int m=argc>1?atoi(argv[1]):5, n=0, c; if(m<0||m>20) return 1; while((c=getchar())!=EOF) if(n<m) n++; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
