// memory: main => heap 13+
// called with: abcdefghijkl
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char *fmtdup(const char*f,...){ va_list ap; va_start(ap,f); int n=vsnprintf(NULL,0,f,ap); va_end(ap); if(n<0||n>1000) return 0; char*p=malloc(n+1); if(!p) return 0; va_start(ap,f); vsnprintf(p,n+1,f,ap); va_end(ap); return p; }
int main(int argc,char**argv){ if(argc<2) return 1; char*p=fmtdup("%s",argv[1]); if(!p) return 1; puts(p); free(p); return 0; }
