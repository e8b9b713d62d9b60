// memory: main => heap 700+
// called with: abc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t n=argc>1?(argv[1][0]=='a'?(argv[1][1]=='b'?(argv[1][2]=='c'?700:70):7):1):0; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
