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

int main(int argc,char**argv){ if(argc<2) return 1; size_t n=strlen(argv[1]); memset(argv[1],'x',n); size_t m=strspn(argv[1],"x"); if(m>30) return 1; char*p=malloc(m); if(!p) return 1; free(p); return 0; }
