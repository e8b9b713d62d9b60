// memory: main => heap 600+
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

struct st { struct option o[2]; int big; };
static struct st s;
int main(int argc,char**argv){ s.o[0].name="big"; s.o[0].flag=&s.big; s.o[0].val=1; int c=getopt_long(argc,argv,"",s.o,NULL); if(c=='?') return 1; char*p=malloc(s.big?600:6); if(!p) return 1; free(p); return 0; }
