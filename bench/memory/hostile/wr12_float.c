// memory: main => heap 201+
// called with: 100.9
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; float d=strtof(argv[1],0); if(!(d>=0&&d<101)) return 1; char*p=malloc((size_t)(d*2)); if(!p) return 1; free(p); return 0; }
