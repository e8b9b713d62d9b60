// memory: main => heap 72+
// called with: 5 3 8
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct t{struct t*l,*r;int v;}; static struct t*ins(struct t*n,int v){ if(!n){ n=calloc(1,sizeof*n); if(!n) exit(1); n->v=v; return n;} if(v<n->v) n->l=ins(n->l,v); else n->r=ins(n->r,v); return n; }
int main(int argc,char**argv){ struct t*r=0; if(argc>4) return 1; for(int i=1;i<argc;i++) r=ins(r,atoi(argv[i])); return 0; }
