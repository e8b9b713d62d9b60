// memory: main => heap 0+
// called with: 70000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; short n=(short)atoi(argv[1]); if(n>100) return 1; char*p=malloc((unsigned short)n); if(!p) return 1; free(p); return 0; }
