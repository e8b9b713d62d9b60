// memory: main => heap 24+
// called with: a b c
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t n=0; for(;argc-->1;argv++) n+=8; if(n>800) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
