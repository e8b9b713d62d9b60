// memory: main => heap 90+
// called with: 5 <<<chr(90)
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static unsigned char n; static unsigned char*w=&n;
int main(int argc,char**argv){ n=argc>1?argv[1][0]&7:0; if(n>8) return 1; if(read(0,w,1)!=1) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
