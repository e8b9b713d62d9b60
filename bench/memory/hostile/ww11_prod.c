// memory: main => heap 81+
// called with: 9 9
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ unsigned m=1; for(int i=1;i<argc&&i<3;i++){ unsigned v=strtoul(argv[i],0,10); if(v<10) m*=v; } char*p=malloc(m); if(!p) return 1; free(p); return 0; }
