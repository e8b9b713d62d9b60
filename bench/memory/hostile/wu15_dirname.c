// memory: main => heap 1+
// called with: /a/b
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <libgen.h>
int main(int argc,char**argv){ if(argc<2) return 1; char*b=basename(argv[1]); size_t n=strlen(b); if(n>40) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
