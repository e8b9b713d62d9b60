// memory: main => heap 5+
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

int main(int argc,char**argv,char**envp){ size_t n=0; for(char**e=envp;*e;e++) n++;
 if(argc>1) n+=strlen(argv[1])%8; n+=3; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
