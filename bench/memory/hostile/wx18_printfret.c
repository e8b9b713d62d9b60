// memory: main => heap 11+
// called with: abcdefghij
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; int n=printf("%s\n",argv[1]); if(n<0||n>80) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
