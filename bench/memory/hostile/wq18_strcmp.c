// memory: main => heap 4096+
// called with: --huge
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static const struct {const char*n; int v;} t[]={{"--small",16},{"--mid",256},{"--huge",4096}};
int main(int argc,char**argv){ int n=1; for(int i=1;i<argc;i++) for(unsigned k=0;k<3;k++) if(!strcmp(argv[i],t[k].n)) n=t[k].v; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
