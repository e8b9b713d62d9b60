// memory: main => heap 101+
// called with: 100.99999999999999999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; double d=atof(argv[1]); if(!(d>=0&&d<=100.99999999999999999)) return 1; char*p=malloc((size_t)d); if(!p) return 1; free(p); return 0; }
