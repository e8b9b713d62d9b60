// memory: main => heap 6+
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

int main(int argc,char**argv){ if(argc<2) return 1; char *volatile s=argv[1]; volatile int n=0; while(*s){ n++; s++; if(n>60) return 1;} char*p=malloc(n); if(!p) return 1; free(p); return 0; }
