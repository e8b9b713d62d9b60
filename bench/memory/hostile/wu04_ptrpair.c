// memory: main => heap 6+
// called with: abcdef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct span { const char*b,*e; };
static size_t len(struct span s){ size_t n=0; while(s.b!=s.e){ n++; s.b++; if(n>40) break; } return n; }
int main(int argc,char**argv){ if(argc<2) return 1; struct span s={argv[1],argv[1]+strlen(argv[1])}; char*p=malloc(len(s)); if(!p) return 1; free(p); return 0; }
