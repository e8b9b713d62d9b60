// memory: main => heap 260000+
// called with: zz
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*b=malloc(200001); if(!b) return 1; memset(b,'x',200000); b[200000]=0; size_t n=strcspn(b,argv[1]); free(b); char*p=malloc(n+60000); if(!p) return 1; free(p); return 0; }
