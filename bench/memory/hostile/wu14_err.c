// memory: main => heap 5+
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

#include <err.h>
int main(int argc,char**argv){ if(argc!=2) errx(1,"usage: %s n",argv[0]); char*e; errno=0; long n=strtol(argv[1],&e,0); if(errno||*e) n=5; if(n<0||n>5) errx(1,"bad %s",argv[1]); char*p=malloc(n); if(!p) err(1,0); free(p); return 0; }
