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

int main(int argc,char**argv){ if(argc<2) return 1;
 int n=snprintf(NULL,0,"%s",argv[1]); if(n<0||n>500) return 1;
 char*p=malloc(n+1); if(!p) return 1; snprintf(p,n+1,"%s",argv[1]); puts(p); free(p); return 0; }
