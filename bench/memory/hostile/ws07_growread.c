// memory: main => heap 96+
// called with: py:chr(97)*50
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; size_t cap=0,n=0; char*b=0; for(char*s=argv[1];*s&&n<60;s++){ if(n==cap){ cap=cap?cap*2:4; b=realloc(b,cap); if(!b) return 1;} b[n++]=*s; } free(b); return 0; }
