// memory: main => heap 8+
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

static void cpy(char*d,const char*s){ while((*d++=*s++)); }
int main(int argc,char**argv){ char b[16]; if(argc<2||strlen(argv[1])>15) return 1; cpy(b,argv[1]); char*p=malloc(strlen(b)); if(!p) return 1; free(p); return 0; }
