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

int main(int argc,char**argv){ char buf[64]; if(argc<2) return 1; FILE*f=fmemopen(buf,64,"w"); if(!f) return 1; fprintf(f,"%.50s",argv[1]); fclose(f); size_t n=strlen(buf)+1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
