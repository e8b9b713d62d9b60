// memory: main => heap 255+
// called with: -x ff
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int base=10; char**a=argv+1; if(argc>1&&!strcmp(*a,"-x")){ base=16; a++; argc--; } if(argc<2) return 1; unsigned long n=strtoul(*a,NULL,base); if(n>255) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
