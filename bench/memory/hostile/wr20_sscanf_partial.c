// memory: main => heap 7+
// called with: 7
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int v[4]={0,0,0,500}; int k=argc>1?sscanf(argv[1],"%d,%d,%d",&v[0],&v[1],&v[2]):0; if(k<1||v[0]<0||v[0]>7) return 1; size_t n=k==1?v[0]:0; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
