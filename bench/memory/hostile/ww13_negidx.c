// memory: main => heap 45+
// called with: -1
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static const unsigned char tab[4]={1,44,3,2};
int main(int argc,char**argv){ int i=argc>1?atoi(argv[1]):0; if(i< -1||i>2) return 1; char*p=malloc((tab+1)[i]); if(!p) return 1; char*q=malloc((tab+1)[0]); free(q); free(p); return 0; }
