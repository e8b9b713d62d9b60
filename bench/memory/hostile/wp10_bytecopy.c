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

int main(int argc,char**argv){ char *q; char *src=(char*)&argv[1]; if(argc<2) return 1;
 for(size_t i=0;i<sizeof q;i++) ((char*)&q)[i]=src[i];
 char*p=malloc(strlen(q)%100); if(!p) return 1; free(p); return 0; }
