// memory: main => heap 59+
// called with: aaa bbb ccccc
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

struct n { struct n*next; const char*s; };
int main(int argc,char**argv){ struct n*l=0; if(argc>6) return 1;
 for(int i=1;i<argc;i++){ struct n*x=malloc(sizeof*x); if(!x) return 1; x->s=argv[i]; x->next=l; l=x; }
 size_t t=0; for(struct n*x=l;x;x=x->next) t+=strlen(x->s)%30; char*p=malloc(t); if(!p) return 1; free(p); while(l){struct n*x=l->next; free(l); l=x;} return 0; }
