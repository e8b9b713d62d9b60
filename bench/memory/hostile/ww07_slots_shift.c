// memory: main => heap 70+
// called with: 0 1 2 3 0 1 2
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*cache[4]; static char*other;
int main(int argc,char**argv){ if(argc>9) return 1; for(int i=1;i<argc;i++){ int k=atoi(argv[i])&3; if(cache[k]) other=cache[k]; cache[k]=0; cache[k]=malloc(10); } return other!=0; }
