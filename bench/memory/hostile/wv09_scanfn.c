// memory: main => heap 8+
// called with: x <<<"   12345"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int a,n=0; if(scanf("%d%n",&a,&n)<1) return 1; if(argc<2||n<0||n>100) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
