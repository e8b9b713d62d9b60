// memory: main => heap 7+
// called with: 5 1234567
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*e; static char**w=&e;
int main(int argc,char**argv){ if(argc<3) return 1; e=argv[2]; strtol(argv[2],w,10); char*p=malloc((e-argv[2])&31); if(!p) return 1; free(p); return 0; }
