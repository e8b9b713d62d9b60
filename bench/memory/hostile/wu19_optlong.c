// memory: main => heap 88+
// called with: --size=88 --name=abc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ static const struct option o[]={{"size",1,0,'s'},{"name",1,0,'n'},{0,0,0,0}}; int c,s=1; const char*name="x"; while((c=getopt_long(argc,argv,"s:n:",o,NULL))!=-1) switch(c){ case 's': s=atoi(optarg); break; case 'n': name=optarg; break; default: return 1; } if(s<0||s>88||!name) return 1; char*p=malloc(s); if(!p) return 1; free(p); return 0; }
