// memory: main => heap 750+
// called with: 3 <<<"250\n"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char b[32],*e; int k=argc>1?atoi(argv[1]):1; if(k<0||k>3) return 1; if(!fgets(b,sizeof b,stdin)) return 1; long v=strtol(b,&e,10); if(e==b||v<0||v>250) return 1; char*p=malloc(v*k); if(!p) return 1; free(p); return 0; }
