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

#include <sys/syscall.h>
int main(int argc,char**argv){ char b[64]; long n=syscall(SYS_read,0,b,64); if(n<0) n=0; if(argc>1&&argv[1][0]=='q') n=1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
