// memory: main => heap 500+
// called with: -n5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*keep; 
int main(int argc,char**argv){ int c; while((c=getopt(argc,argv,"n:"))!=-1) if(c=='n') keep=optarg; else return 1; int n=keep?atoi(keep)*100:1; if(n<0||n>500) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
