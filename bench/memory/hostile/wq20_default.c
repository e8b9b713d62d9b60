// memory: main => heap 13+
// called with: abcdef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ const char*s=argc>1?argv[1]:"default-name"; size_t n=strlen(s)+1; if(n>13) return 1; char*p=malloc(n); if(!p) return 1; strcpy(p,s); puts(p); free(p); return 0; }
