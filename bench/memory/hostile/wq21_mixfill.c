// memory: main => heap 0+
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

int main(int argc,char**argv){ char buf[8]; const char*s="5"; if(argc>1&&strlen(argv[1])<8){ strcpy(buf,argv[1]); s=buf; } int n=atoi(s); if(n<0||n>100) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
