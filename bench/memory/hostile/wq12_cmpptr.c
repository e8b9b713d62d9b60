// memory: main => heap 10+
// called with: abcdefghij
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; const char*a=argv[1],*b=a+strlen(a); size_t n=0; while(a<b){ n++; a++; if(n>50) return 1;} char*p=malloc(n); if(!p) return 1; free(p); return 0; }
