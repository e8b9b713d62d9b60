// memory: main => heap 90+
// called with: 5 <<<"90"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int n; static int*w=&n;
int main(int argc,char**argv){ n=argc>1?atoi(argv[1]):0; if(n<0||n>8) return 1; scanf("%d",w); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
