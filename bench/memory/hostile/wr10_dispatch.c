// memory: main => heap 900+
// called with: grow 9
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

typedef int cmd(int,char**);
static int grow(int c,char**v){ if(c<2) return 1; int n=atoi(v[1]); if(n<0||n>9) return 1; char*p=malloc(n*100); if(!p) return 1; free(p); return 0; }
static int say(int c,char**v){ puts(v[0]); return 0; }
static const struct { const char*n; cmd*f; } t[]={{"say",say},{"grow",grow}};
int main(int argc,char**argv){ if(argc<2) return 1; for(int i=0;i<2;i++) if(!strcmp(argv[1],t[i].n)) return t[i].f(argc-1,argv+1); return 2; }
