// memory: main => heap 16+
// called with: abcdefghijklmnop
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

int main(int argc,char**argv){ if(argc<2) return 1; FILE*f=tmpfile(); if(!f) return 2; fputs(argv[1],f); long n=ftell(f); fclose(f);
 if(n<0||n>100) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
