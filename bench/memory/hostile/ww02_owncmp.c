// memory: main => heap 1000+
// called with: a b
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct k { char*s; };
static int same(const void*a,const void*b,size_t n){ const unsigned char*x=a,*y=b; for(size_t i=0;i<n;i++) if(x[i]!=y[i]) return 0; return 1; }
int main(int argc,char**argv){ if(argc!=3||!argv[1]||!argv[2]) return 1; struct k a={argv[1]},b={argv[2]}; if(!a.s||!b.s) return 1; char*p=malloc(same(&a,&b,sizeof a)?10:1000); if(!p) return 1; free(p); return 0; }
