// memory: main => heap 1000+
// called with: abc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <error.h>
int main(int argc,char**argv){ if(argc<2) return 1; error(0,0,"bad %s",argv[1]); char*p=malloc(1000); if(!p) return 1; free(p); return 0; }
