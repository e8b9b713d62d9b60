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

int main(int argc,char**argv){ char *q, *a; if(argc<2) return 1; a=argv[1]; unsigned char t[8];
 memcpy(t,&a,8); for(int i=0;i<8;i++) t[i]^=0x5a; for(int i=0;i<8;i++) t[i]^=0x5a; memcpy(&q,t,8);
 char*p=malloc(strlen(q)%100); if(!p) return 1; free(p); return 0; }
