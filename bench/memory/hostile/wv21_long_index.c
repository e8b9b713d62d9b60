// memory: main => heap 300+
// called with: --b
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ static const struct option o[]={{"a",0,0,1},{"b",0,0,2},{0,0,0,0}}; int ix=0; if(getopt_long(argc,argv,"",o,&ix)<0) return 1; char*p=malloc(ix?300:3); if(!p) return 1; free(p); return 0; }
