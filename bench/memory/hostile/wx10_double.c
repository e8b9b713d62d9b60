// memory: main => heap 250+
// called with: 2.5e2
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*e; double d=strtod(argv[1],&e); if(*e||!(d>=0)||d>250) return 1; char*p=malloc((size_t)d); if(!p) return 1; free(p); return 0; }
