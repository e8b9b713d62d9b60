// memory: main => heap 5+
// called with: x <<<"12345\n"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char b[32],*e; if(argc<2) return 1; if(!fgets(b,sizeof b,stdin)) return 1; strtol(b,&e,10); size_t n=e-b; if(argv[1][0]=='x'){ char*p=malloc(n); if(!p) return 1; free(p);} return 0; }
