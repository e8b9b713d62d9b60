// memory: main => heap 40+
// called with: aaa bbb ccccc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>
extern char **environ;

int main(int argc,char**argv){ char **v=0; size_t n=0; if(argc>6) return 1;
 for(int i=1;i<argc;i++){ v=realloc(v,(n+1)*sizeof*v); if(!v) return 1; v[n++]=argv[i]; }
 size_t t=0; for(size_t i=0;i<n;i++) t+=strlen(v[i])%20; char*p=malloc(t); if(!p) return 1; free(p); free(v); return 0; }
