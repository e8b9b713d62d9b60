// memory: main => heap 1000+
// called with: 1 1000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char *e=0; char **pe = argc>5 ? &e : NULL;
 if(argc<3) return 1; long n=strtol(argv[2],pe,10); if(n<0||n>1000||argc>5) return 1;
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
