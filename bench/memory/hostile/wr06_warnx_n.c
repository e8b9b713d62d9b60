// memory: main => heap 7+
// called with: abcdef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <err.h>
int main(int argc,char**argv){ int n=0; if(argc<2) return 1; warnx("%s%n",argv[1],&n); if(n>90) return 1; char*p=malloc(n+1); if(!p) return 1; free(p); return 0; }
