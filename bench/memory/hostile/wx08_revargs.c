// memory: main => heap 7+
// called with: 5 6 7
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int n=0; for(char**q=argv+argc;--q>argv;){ int v=atoi(*q)&7; if(v>n) n=v; } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
