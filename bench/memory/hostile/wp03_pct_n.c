// memory: main => heap 16+
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

int main(int argc,char**argv){ if(argc<2) return 1; char b[64]; int n=0;
 snprintf(b,sizeof b,"%s%n",argv[1],&n); if(n>60) return 1;
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
