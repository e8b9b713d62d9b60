// memory: main => heap 9+
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

int main(int argc,char**argv,char**envp){ size_t n=0; for(char**e=envp;*e;e++) n+=strlen(*e);
 char*p=malloc(n); if(!p) return 1; free(p); return 0; }
