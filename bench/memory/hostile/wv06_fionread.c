// memory: main => heap 300+
// called with: x <<<"y"*300
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <sys/ioctl.h>
int main(int argc,char**argv){ int n=0; if(argc>1) ioctl(0,FIONREAD,&n); if(n<0||n>1000) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
