// memory: main => heap 8+
// called with: abcdefgh
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>
extern char **environ;

int main(int argc,char**argv){ size_t(*f)(const char*)=strlen; if(argc<2) return 1; size_t n=f(argv[1]); if(n>500) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
