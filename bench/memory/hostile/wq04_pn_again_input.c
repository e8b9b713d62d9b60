// memory: main => heap 40+
// called with: x
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct h { int *p; int k; };
int main(int argc,char**argv){ int n; struct h h[2]; if(argc<2) return 1; n=atoi(argv[1]); h[argc&1].p=&n; h[!(argc&1)].p=&n;
 if(n<0||n>8) return 1;
 printf("0123456789012345678901234567890123456789%n\n",h[0].p); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
