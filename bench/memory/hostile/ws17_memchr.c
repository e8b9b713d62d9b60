// memory: main => heap 7+
// called with: abc:def
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; size_t l=strlen(argv[1]); if(l>64) return 1; char*e=memchr(argv[1],':',l); size_t n=e?l:1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
