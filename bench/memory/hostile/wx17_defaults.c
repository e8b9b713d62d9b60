// memory: main => heap 300+
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*def[]={"10","300",NULL};
int main(int argc,char**argv){ char**v=argc>1?argv+1:def; int n=0; for(;*v;v++){ int k=atoi(*v); if(k>n&&k<=300) n=k; } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
