// memory: main => heap 10+
// called with: x
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
int main(int argc,char**argv){ size_t n=0; for(char**e=environ;*e;e++) n+=strlen(*e);
 if(argc>1&&argv[1][0]=='x') n+=1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
