// memory: main => heap 90+
// called with: 30 30 30
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int m=0; for(int i=1;i<argc&&i<4;i++){ int v=atoi(argv[i]); if(v>0&&v<=30) m+=v; } char*p=malloc(m); if(!p) return 1; free(p); return 0; }
