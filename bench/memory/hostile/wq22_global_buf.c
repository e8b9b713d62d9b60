// memory: main => heap 100+
// called with: 100
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char buf[8];
int main(int argc,char**argv){ if(argc<2||strlen(argv[1])>=8) return 1; snprintf(buf,8,"%s",argv[1]); int n=(buf[0]-'0')*100; if(n<0||n>900) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
