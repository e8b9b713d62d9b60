// memory: main => heap 800+
// called with: 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ static char d[]="800"; if(argc<2) return 1; argv[1]=d; int n=atoi(argv[1]); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
