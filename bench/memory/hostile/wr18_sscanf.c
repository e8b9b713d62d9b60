// memory: main => heap 385+
// called with: 5:77
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ unsigned a=0,b=0; if(argc<2) return 1; if(sscanf(argv[1],"%u:%u",&a,&b)!=2) return 1; if(a>5||b>77) return 1; char*p=malloc(a*b); if(!p) return 1; free(p); return 0; }
