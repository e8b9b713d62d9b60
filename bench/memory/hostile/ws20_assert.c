// memory: main => heap 9+
// called with: 9
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <assert.h>
int main(int argc,char**argv){ assert(argc==2); int n=atoi(argv[1]); assert(n>=0&&n<10); char*p=malloc(n); assert(p); free(p); return 0; }
