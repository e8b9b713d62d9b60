// memory: main => heap 7+
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

static int N; static int*where(void){ return &N; }
int main(int argc,char**argv){ if(argc<2) return 1; char b[32]; sprintf(b,"%.20s%n",argv[1],where()); if(N>30) return 1; char*p=malloc(N+1); if(!p) return 1; free(p); return 0; }
