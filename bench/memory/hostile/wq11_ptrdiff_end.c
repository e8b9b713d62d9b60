// memory: main => heap 5+
// called with: 12345x
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*e; strtol(argv[1],&e,10); size_t n=e-argv[1]; if(n>100) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
