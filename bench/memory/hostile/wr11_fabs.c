// memory: main => heap 1000+
// called with: -1000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <math.h>
int main(int argc,char**argv){ if(argc<2) return 1; double d=strtod(argv[1],0); if(d>100||d<-1000) return 1; char*p=malloc((size_t)fabs(d)); if(!p) return 1; free(p); return 0; }
