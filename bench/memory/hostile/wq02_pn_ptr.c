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

int main(int argc,char**argv){ int n=0; int *v[1]; v[0]=&n; if(argc<2) return 1; n=argv[1][0]&7;
 printf("0123456789012345678901234567890123456789%n\n",v[0]); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
