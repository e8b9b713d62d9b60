// memory: main => heap 13+
// called with: aaaa bbbb cc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static void rec(char**v){ if(!*v) return; char*p=malloc(strlen(*v)%8+1); rec(v+1); free(p); }
int main(int argc,char**argv){ if(argc>4) return 1; rec(argv+1); return 0; }
