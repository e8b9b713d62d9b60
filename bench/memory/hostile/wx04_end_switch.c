// memory: main => heap 700+
// called with: 700
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

/* the end pointer is null for one kind */
static int opt(const char*s,int strict,long*out){ char*e; char**pe=strict?&e:NULL; *out=strtol(s,pe,0); return strict&&*e?-1:0; }
int main(int argc,char**argv){ long n; if(argc<2) return 1; int strict=argc>2&&argv[2][0]=='s'; if(opt(argv[1],strict,&n)) return 1; if(!strict&&(n<0||n>700)) return 1; if(strict&&(n<0||n>7)) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
