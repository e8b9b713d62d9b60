// memory: main => heap 100+
// called with: 100
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int k; __attribute__((constructor)) static void init(int argc,char**argv){ if(argc>1) k=atoi(argv[1]); }
int main(int argc,char**argv){ if(argc<2) return 1; if(k<0||k>100) return 1; if(argv[1][0]=='x') k=1; char*p=malloc(k); if(!p) return 1; free(p); return 0; }
