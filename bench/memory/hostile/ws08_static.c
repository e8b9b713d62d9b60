// memory: main => heap 12+
// called with: 3 4 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int acc(const char*s){ static int t; t+=atoi(s)&7; return t; }
int main(int argc,char**argv){ if(argc>4) return 1; int n=0; for(int i=1;i<argc;i++) n=acc(argv[i]); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
