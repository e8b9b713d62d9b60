// memory: main => heap 4+
// called with: a b c d
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int count(char*const*v){ int n=0; while(v[n]&&n<50) n++; return n; }
int main(int argc,char**argv){ char**rest=argv+1; if(argc<2) return 1; char*p=malloc(count(rest)); if(!p) return 1; free(p); return 0; }
