// memory: main => heap 900+
// called with: a b
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc!=3) return 1; uintptr_t d=(uintptr_t)argv[1]^(uintptr_t)argv[2]; char*p=malloc(d?900:9); if(!p) return 1; free(p); return 0; }
