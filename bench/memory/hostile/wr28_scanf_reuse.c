// memory: main => heap 195+
// called with: 100 <<<"5\n"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int n=argc>1?atoi(argv[1]):0; if(n<0||n>100) return 1; char*q=malloc(n); int m=n; scanf("%d",&n); if(n>5||n<0) {free(q); return 1;} char*p=malloc(m-n>0?m-n:0); free(p); free(q); return 0; }
