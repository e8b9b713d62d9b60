// memory: main => heap 300+
// called with: 1 2 300
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int i=1,n=0; next: if(i>=argc) goto done; { int v=atoi(argv[i++]); if(v<0||v>300) goto next; n=v; } goto next; done:; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
