// memory: main => heap 500+
// called with: --big
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

static int big; static struct option o[]={{"big",0,0,'b'},{0,0,0,0}};
int main(int argc,char**argv){ o[0].flag=&big; o[0].val=500; int c;
 while((c=getopt_long(argc,argv,"v",o,0))!=-1) if(c=='?') return 1;
 char*p=malloc(big); if(!p) return 1; free(p); return 0; }
