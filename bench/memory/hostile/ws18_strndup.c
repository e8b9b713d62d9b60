// memory: main => heap 6+
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

int main(int argc,char**argv){ if(argc<2) return 1; char*d=strndup(argv[1],5); if(!d) return 1; size_t n=strlen(d); free(d); char*p=malloc(n+1); if(!p) return 1; free(p); return 0; }
