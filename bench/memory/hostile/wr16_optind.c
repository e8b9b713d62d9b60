// memory: main => heap 4+
// called with: -v a b c
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int c; while((c=getopt(argc,argv,"v"))!=-1); int k=optind; if(k>10) return 1; char*p=malloc(argc>20?0:k*2); if(!p) return 1; free(p); return 0; }
