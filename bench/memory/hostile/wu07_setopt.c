// memory: main => heap 200+
// called with: a=5 b=40
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static struct { int a,b; } o={1,1};
static void set(char*s){ char*v=strchr(s,'='); if(!v) exit(1); *v++=0; int n=atoi(v); if(n<0||n>40) exit(1); if(!strcmp(s,"a")) o.a=n; else if(!strcmp(s,"b")) o.b=n; }
int main(int argc,char**argv){ for(int i=1;i<argc;i++) set(argv[i]); char*p=malloc(o.a*o.b); if(!p) return 1; free(p); return 0; }
