// memory: main => heap 1134+
// called with: 777
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>
extern char **environ;

int main(int argc,char**argv){ if(argc<2) return 1; long a=strtol(argv[1],0,10), b=strtol(argv[1],0,16);
 if(a<0||a>5000||b<0||b>5000) return 1; long d=b-a; if(d<0) return 1;
 char*p=malloc(d); if(!p) return 1; free(p); return 0; }
