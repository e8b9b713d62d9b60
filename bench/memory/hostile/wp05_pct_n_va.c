// memory: main => heap 17+
// called with: abcdefghijklmnop
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

static void out(const char*f,...){ va_list ap; va_start(ap,f); vprintf(f,ap); va_end(ap);}
int main(int argc,char**argv){ if(argc<2) return 1; int n=0;
 out("%s%n\n",argv[1],&n); if(n>60) return 1;
 char*p=malloc(n+1); if(!p) return 1; free(p); return 0; }
