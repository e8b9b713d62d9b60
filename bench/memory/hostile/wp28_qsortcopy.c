// memory: main => heap 21+
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
int main(int argc,char**argv){ if(argc!=3) return 1; char**v=malloc(2*sizeof*v); if(!v) return 1; v[0]=argv[1]; v[1]=argv[2]; qsort(v,2,sizeof*v,cmp); char*p=malloc(strlen(v[1])%50); if(!p) return 1; free(p); free(v); return 0; }
