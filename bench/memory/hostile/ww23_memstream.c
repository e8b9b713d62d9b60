// memory: main => heap 7+
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

int main(int argc,char**argv){ char*b=0; size_t n=0; if(argc<2) return 1; FILE*f=open_memstream(&b,&n); if(!f) return 1; fprintf(f,"%.50s",argv[1]); fclose(f); char*p=malloc(n+1); if(!p) return 1; free(p); return 0; }
