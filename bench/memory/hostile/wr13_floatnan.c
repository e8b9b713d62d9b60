// memory: main => heap 1000+
// called with: nan
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; double d=atof(argv[1]); size_t n; if(d<=100) n=1; else if(d>100) n=2; else n=1000; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
