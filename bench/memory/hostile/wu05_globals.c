// memory: main => heap 5+
// called with: abcd
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int g_argc; static char**g_argv; static const char*arg(int i){ return i<g_argc?g_argv[i]:""; }
static char*dup_(const char*s){ size_t n=0; while(s[n]&&n<100) n++; char*p=malloc(n+1); if(!p) exit(1); for(size_t i=0;i<n;i++) p[i]=s[i]; p[n]=0; return p; }
int main(int argc,char**argv){ g_argc=argc; g_argv=argv; char*d=dup_(arg(1)); free(d); return 0; }
