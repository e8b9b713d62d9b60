// memory: main => heap 50+
// called with: 50
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(--argc<1) return 1; int n=atoi(argv[1]); if(n<0||n>50) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
