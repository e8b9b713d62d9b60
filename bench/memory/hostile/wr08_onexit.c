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

static void bye(int s,void*a){ char*p=malloc(strlen(a)%50); free(p); }
int main(int argc,char**argv){ if(argc<2) return 1; on_exit(bye,argv[1]); return 0; }
