// memory: main => heap 249+
// called with: -7
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; int n=atoi(argv[1])%10; char*p=malloc((unsigned char)n); if(!p) return 1; free(p); return 0; }
