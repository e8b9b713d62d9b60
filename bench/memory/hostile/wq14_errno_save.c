// memory: main => heap 134+
// called with: 99999999999999999999999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int last; static long get(const char*s){ errno=0; long v=strtol(s,0,10); last=errno; return v; }
int main(int argc,char**argv){ if(argc<2) return 1; get(argv[1]); char*p=malloc(last?last+100:1); if(!p) return 1; free(p); return 0; }
