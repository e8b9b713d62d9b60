// memory: main => heap 126+
// called with: -~
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ opterr=0; int c=getopt(argc,argv,"v"); char*p=malloc(c=='?'?optopt&127:1); if(!p) return 1; free(p); return 0; }
