// memory: main => heap 1000+
// called with: 1000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static long num(const char*s,char**end){ return strtol(s,end,10); }
int main(int argc,char**argv){ char *e=0; if(argc<2) return 1;
 if(argc>8) { num(argv[1],&e); return 0; }
 long n=num(argv[1],NULL); if(n<0||n>1000) return 1;
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
