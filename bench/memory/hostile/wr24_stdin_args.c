// memory: main => heap 8+
// called with: 7 <<<"hello\n"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char b[64]; if(argc<2) return 1; int n=atoi(argv[1]); if(n<2||n>64) return 1; if(!fgets(b,n,stdin)) return 1; char*p=malloc(strlen(b)+2); if(!p) return 1; free(p); return 0; }
