// memory: main => heap 150+
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

static int k; __attribute__((constructor)) static void init(int argc,char**argv){ k=argc*50; }
int main(int argc,char**argv){ if(argc>3||k<0) return 1; char*p=malloc(k); if(!p) return 1; free(p); return 0; }
