// memory: main => heap 20+
// called with: py:chr(97)*20
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<3) { if(argc<2) return 1; } size_t k=0; static const char ref[]="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"; while(k<30&&!strncmp(argv[1],ref,k+1)) k++; char*p=malloc(k); if(!p) return 1; free(p); return 0; }
