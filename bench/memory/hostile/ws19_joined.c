// memory: main => heap 10+
// called with: ab cd ef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t t=1; if(argc>4||argc<2) return 1; for(int i=1;i<argc;i++) t+=strnlen(argv[i],10)+1; char*p=malloc(t); if(!p) return 1; *p=0; for(int i=1;i<argc;i++){ strncat(p,argv[i],10); strcat(p," "); } size_t n=strlen(p); free(p); p=malloc(n); if(!p) return 1; free(p); return 0; }
