// memory: main => heap 1000+
// called with: /
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

int main(int argc,char**argv){ if(argc<2) return 1; size_t n=10; if(access(argv[1],F_OK)==0) n=1000;
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
