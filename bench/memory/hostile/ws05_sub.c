// memory: main => heap 7+
// called with: 2 9
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<3) return 1; int a=atoi(argv[1]),b=atoi(argv[2]); if(a<2||b>9||b<a) return 1; char*p=malloc(b-a); if(!p) return 1; free(p); return 0; }
