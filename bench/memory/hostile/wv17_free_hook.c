// memory: main => heap 77+
// called with: 77
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int k=1; static void cl(void*p){ free(*(void**)p); k=atoi("77"); }
int main(int argc,char**argv){ if(argc<2) return 1; { __attribute__((cleanup(cl))) char*q=malloc(3); if(!q) return 1; } k=atoi(argv[1]); if(k<0||k>77) return 1; char*p=malloc(k); if(!p) return 1; free(p); return 0; }
