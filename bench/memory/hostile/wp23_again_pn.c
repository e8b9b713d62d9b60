// memory: main => heap 48+
// called with: x
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

struct h { int *p; };
int main(int argc,char**argv){ int n=0; struct h h; struct h*q=malloc(8); if(!q) return 1; q->p=&n; if(argc<2) return 1; n=argv[1][0]&7;
 if(n<=8){ printf("0123456789012345678901234567890123456789%n\n",q->p); char*p=malloc(n); if(!p) return 1; free(p);} free(q); return 0; }
