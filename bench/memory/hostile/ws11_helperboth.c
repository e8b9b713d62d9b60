// memory: main => heap 33+
// called with: 33
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int num(const char*s){ int n=0; while(isdigit((unsigned char)*s)) n=n*10+*s++-'0'; return n; }
int main(int argc,char**argv){ int a=num("12"), b=argc>1?num(argv[1]):a; if(b>33||b<0) return 1; char*p=malloc(b); if(!p) return 1; free(p); return 0; }
