// memory: main => heap 316+
// called with: 300
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct c { char name[8]; int n; int m; };
int main(int argc,char**argv){ struct c*c=calloc(1,sizeof*c); if(!c) return 1; if(argc<2||sscanf(argv[1],"%d",&c->n)!=1){ free(c); return 1;} if(c->n<0||c->n>300){ free(c); return 1;} char*p=malloc(c->n); if(!p) return 1; free(p); free(c); return 0; }
