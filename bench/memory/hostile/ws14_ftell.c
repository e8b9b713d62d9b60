// memory: main => heap 6+
// called with: abcdef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; FILE*f=fopen("/tmp/h1_scratch","w"); if(!f) return 1; fputs(argv[1],f); long n=ftell(f); fclose(f); if(n<0||n>60) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
