// memory: main => heap 1000+
// called with: 25 40
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc!=3) return 1; size_t a=strtoul(argv[1],0,10),b=strtoul(argv[2],0,10); if(a&&b>(size_t)1000/a) return 1; char*p=malloc(a*b); if(!p) return 1; free(p); return 0; }
