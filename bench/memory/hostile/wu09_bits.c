// memory: main => heap 14+
// called with: abcdefgh
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; struct { unsigned x:3, y:5; } b={0}; b.x=argv[1][0]; b.y=argv[1][0]>>3; char*p=malloc(1u<<b.x); if(!p) return 1; char*q=malloc(b.y); free(q); free(p); return 0; }
