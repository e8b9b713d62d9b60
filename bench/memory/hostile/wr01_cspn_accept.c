// memory: main => heap 200000+
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

static char big[300000];
int main(int argc,char**argv){ if(argc<2) return 1; memset(big,'x',200000); size_t n=strcspn(big,argv[1]); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
