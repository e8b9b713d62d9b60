// memory: main => heap 40+
// called with: x
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int n; static int*w=&n;
int main(int argc,char**argv){ if(argc<2) return 1; n=argv[1][0]&7; if(n>8) return 1; fprintf(stderr,"0123456789012345678901234567890123456789%n",w); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
