// memory: main => heap 7+
// called with: abcdefg
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char w[8]; if(argc<2||sscanf(argv[1],"%7s",w)!=1) return 1; char*p=malloc(strlen(w)); if(!p) return 1; free(p); return 0; }
