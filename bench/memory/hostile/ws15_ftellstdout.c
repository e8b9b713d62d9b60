// memory: main => heap 1+
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

int main(int argc,char**argv){ if(argc<2) return 1; printf("%s",argv[1]); fflush(stdout); long n=ftell(stdout); if(n<0) n=1; if(n>60) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
