// memory: main => heap 64+
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

#include <sys/uio.h>
int main(int argc,char**argv){ char b[64]; struct iovec v={b,64}; ssize_t n=readv(0,&v,1); if(n<0) n=0; if(argc>1&&n>0&&argv[1][0]=='q') n=1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
