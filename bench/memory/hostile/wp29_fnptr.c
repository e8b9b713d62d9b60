// memory: main => heap 8+
// called with: abcdefgh
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

static size_t l(const char*s){ size_t n=0; while(*s++) n++; return n; }
static size_t m(const char*s){ return s?strlen(s)/2:0; }
int main(int argc,char**argv){ size_t(*f[2])(const char*)={l,m}; if(argc<2) return 1; size_t n=f[argc&1](argv[1]); if(n>500) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
