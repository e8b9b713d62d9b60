// memory: main => heap 301+
// called with: x <<<"y"*300
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t n=0; FILE*f=fopen("/dev/stdin","r"); if(!f) return 1; while(getc(f)!=EOF&&n<500) n++; fclose(f); if(argc>1) n++; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
