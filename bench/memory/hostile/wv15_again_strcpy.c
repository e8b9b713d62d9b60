// memory: main => heap 90+
// called with: 5 Z
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static struct { unsigned char n; char z; } g; static unsigned char*w=&g.n;
int main(int argc,char**argv){ if(argc<3||strlen(argv[2])>1) return 1; g.n=argv[1][0]&7; if(g.n>8) return 1; strcpy((char*)w,argv[2]); char*p=malloc(g.n); if(!p) return 1; free(p); return 0; }
