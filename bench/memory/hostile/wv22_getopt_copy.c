// memory: main => heap 300+
// called with: -a
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char*v[4]={argv[0],argc>1?argv[1]:0,0,0}; int c=getopt(argc>1?2:1,v,"a"); char*p=malloc(c=='a'?300:3); if(!p) return 1; free(p); return 0; }
