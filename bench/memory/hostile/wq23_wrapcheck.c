// memory: main => heap 4294967295+
// called with: 4294967295
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; unsigned n=strtoul(argv[1],0,10); if(n+1>16) return 1; char*p=malloc(n); if(p) free(p); return 0; }
