// memory: main => heap 16+
// called with: abcdefghijklmnop
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

union u { char *s; uintptr_t n; };
int main(int argc,char**argv){ union u u; if(argc<2) return 1; u.s=argv[1]; u.n+=1; u.n-=1;
 char*p=malloc(strlen(u.s)%100); if(!p) return 1; free(p); return 0; }
