// memory: main => heap 500+
// called with: /
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <fcntl.h>
int main(int argc,char**argv){ int fd=argc>1?open(argv[1],O_RDONLY):-1; size_t n=fd>=0?500:5; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
