// memory: main => heap 4+
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ const char*e=getenv("PATH"); size_t n=e?strlen(e):0; if(argc>1) n++; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
