// memory: main => heap 50+
// called with: 0 0 0 0 0
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*cache[4];
int main(int argc,char**argv){ if(argc>6) return 1; for(int i=1;i<argc;i++) cache[atoi(argv[i])&3]=malloc(10); return 0; }
