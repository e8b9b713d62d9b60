// memory: main => heap 800+
// called with: 100 900
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

int main(int argc,char**argv){ if(argc<3) return 1; int a=atoi(argv[1]); char*t=argv[1]; argv[1]=argv[2]; argv[2]=t; int b=atoi(argv[1]);
 if(a<0||a>999||b<0||b>999) return 1; int d=b-a; if(d<0) return 1;
 char*p=malloc(d); if(!p) return 1; free(p); return 0; }
