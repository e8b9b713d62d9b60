// memory: main => heap 4294967295+
// called with: 0
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; unsigned n=atoi(argv[1]); if(n-1<=100) { char*p=malloc(n); free(p); return 0;} if(n>200) return 1; char*p=malloc(n-1); if(p) free(p); return 0; }
