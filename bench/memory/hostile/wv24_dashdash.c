// memory: main => heap 500+
// called with: -- 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int c; while((c=getopt(argc,argv,"v"))!=-1) if(c=='?') return 1; argc-=optind; argv+=optind; if(argc<1) return 1; int n=atoi(argv[0])*100; if(n<0||n>500) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
