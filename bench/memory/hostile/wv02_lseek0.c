// memory: main => heap 500+
// called with: x <<<"y"*3000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t n=1; if(argc>1&&isatty(0)==0) n=500; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
