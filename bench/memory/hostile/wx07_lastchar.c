// memory: main => heap 500+
// called with: abcX
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; size_t l=strlen(argv[1]); if(!l) return 1; size_t u=argv[1][l-1]=='X'?500:1; char*p=malloc(u); if(!p) return 1; free(p); return 0; }
