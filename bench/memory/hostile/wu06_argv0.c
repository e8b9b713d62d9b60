// memory: main => heap 12+
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ const char*b=strrchr(argv[0],'/'); b=b?b+1:argv[0]; size_t n=strlen(b); if(n>300) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
