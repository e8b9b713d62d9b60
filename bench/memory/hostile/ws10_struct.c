// memory: main => heap 44+
// called with: name 44
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct cfg { const char*name; int n; const char**all; };
static int get(const struct cfg*c){ return c->all[2]?atoi(c->all[2]):c->n; }
int main(int argc,char**argv){ struct cfg c={argv[0],3,(const char**)argv}; if(argc<3) return 1; int n=get(&c); if(n<0||n>44) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
