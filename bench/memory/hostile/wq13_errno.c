// memory: main => heap 100+
// called with: 99999999999999999999999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; errno=0; long v=strtol(argv[1],0,10); size_t n=1; if(errno==ERANGE&&v==__LONG_MAX__) n=100; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
