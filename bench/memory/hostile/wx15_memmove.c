// memory: main => heap 200+
// called with: 00200
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*s=argv[1]; memmove(s,s+2,strlen(s)-1); int n=atoi(s); if(n<0||n>200) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
