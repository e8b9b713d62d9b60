// memory: main => heap 48+
// called with: 1 2 3
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct n{struct n*next;int v;};
int main(int argc,char**argv){ struct n*h=0; int k=0; while(*++argv&&k<8){ struct n*x=malloc(sizeof*x); if(!x) return 1; x->v=atoi(*argv); x->next=h; h=x; k++; } while(h){ struct n*t=h->next; free(h); h=t; } return 0; }
