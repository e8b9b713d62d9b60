// memory: main => heap 3+
// called with: AbCdE
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; size_t n=0; for(char*s=argv[1];*s;s++) if(isupper((unsigned char)*s)) n++; if(n>90) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
