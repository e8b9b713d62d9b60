// memory: main => heap 92+
// called with: "\xc3"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; int c=argv[1][0]; char*p=malloc(c<0?c+256:c); if(!p) return 1; free(p); return 0; }
