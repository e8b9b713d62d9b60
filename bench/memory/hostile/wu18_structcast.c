// memory: main => heap 195+
// called with: abcdefgh
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct h { unsigned char a,b; };
int main(int argc,char**argv){ if(argc<2||strlen(argv[1])<2) return 1; struct h h=*(struct h*)argv[1]; char*p=malloc(h.a+h.b); if(!p) return 1; free(p); return 0; }
