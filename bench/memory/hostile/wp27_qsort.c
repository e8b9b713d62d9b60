// memory: main => heap 5+
// called with: ccccc aaa
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

static int cmp(const void*a,const void*b){ return strcmp(*(char*const*)a,*(char*const*)b); }
int main(int argc,char**argv){ if(argc<2) return 1; qsort(argv+1,argc-1,sizeof*argv,cmp); char*p=malloc(strlen(argv[argc-1])%50); if(!p) return 1; free(p); return 0; }
