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

static int big=0; static int *where(void){return &big;} static struct option o[]={{"big",0,0,'b'},{0,0,0,0}};
int main(int argc,char**argv){ if(argc<2) return 1; o[0].flag=where(); o[0].val=1;
 if(getopt_long(argc,argv,"v",o,NULL)=='?') return 1;
 char*p=malloc(big?500:5); if(!p) return 1; free(p); return 0; }
