// memory: main => heap 1000+
// called with: /dev/null
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

int main(int argc,char**argv){ if(argc<2) return 1; size_t n=10; FILE*f=fopen(argv[1],"r"); if(f){ n=1000; fclose(f);}
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
