// memory: main => heap 0+
// called with: abc 77
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char w[16]; int a=0,n=0; if(argc<2) return 1; if(sscanf(argv[1],"%15s %d%n",w,&a,&n)<2) return 1; if(n>90||n<0) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
