// memory: main => heap 11+
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

static size_t total(int n,...){ va_list ap; va_start(ap,n); size_t t=0; while(n--){ const char*s=va_arg(ap,const char*); t+=strlen(s)%50; } va_end(ap); return t; }
int main(int argc,char**argv){ if(argc!=4) return 1; size_t t=total(4,argv[1],argv[2],"x",argv[3]); char*p=malloc(t-1); if(!p) return 1; free(p); return 0; }
