// memory: main => heap 300+
// called with: x <<<"y"*300
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char*l=0; size_t c=0; ssize_t n=getline(&l,&c,stdin); free(l); if(n<0||argc<2) return 1; if(n>400) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
