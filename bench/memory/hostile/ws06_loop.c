// memory: main => heap 25+
// called with: 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int k=argc>1?atoi(argv[1]):0; char*v[5]={0}; if(k>5) k=5; for(int i=0;i<k;i++) v[i]=malloc(5); for(int i=0;i<k;i++) free(v[i]); return 0; }
