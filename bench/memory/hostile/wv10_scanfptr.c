// memory: main => heap 98+
// called with: x <<<"90"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct s { int*p; };
int main(int argc,char**argv){ int n=argc>1?argv[1][0]&7:1; struct s*s=malloc(8); if(!s) return 1; s->p=&n; if(n>8) return 1; if(scanf("%d",s->p)!=1) return 1; if(*s->p>90||n<0) return 1; char*p=malloc(n); if(!p) return 1; free(p); free(s); return 0; }
