// memory: main => heap 3+
// called with: a b c
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static void eat(int*c,char***v){ (*c)--; (*v)++; }
int main(int argc,char**argv){ int n=0; eat(&argc,&argv); while(argc>0&&*argv){ n++; eat(&argc,&argv); if(n>20) return 1; } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
