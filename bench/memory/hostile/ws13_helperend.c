// memory: main => heap 33+
// called with: 33z
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int num(const char*s,int*ok){ char*e; long v=strtol(s,&e,10); *ok=*e=='z'; return (int)v; }
int main(int argc,char**argv){ int ok; int a=num("12",&ok), b=argc>1?num(argv[1],&ok):a; if(b>33||b<0) return 1; char*p=malloc(ok?b:1); if(!p) return 1; free(p); return 0; }
