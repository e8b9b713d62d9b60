// memory: main => heap 90+
// called with: 5 90
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
int main(int argc,char**argv){ if(argc<3) return 1; n=atoi(argv[1]); if(n<0||n>8) return 1; sscanf(argv[2],"%d",w); char*p=malloc(n&127); if(!p) return 1; free(p); return 0; }
