// memory: main => heap 30812+
// called with: "\xff\xff"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>
extern char **environ;

int main(int argc,char**argv){ if(argc<2||strlen(argv[1])<2) return 1; unsigned short n=3;
 memcpy(&n,argv[1],2); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
