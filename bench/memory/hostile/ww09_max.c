// memory: main => heap 50+
// called with: 3 50 7
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int m=0; for(int i=1;i<argc;i++){ int v=atoi(argv[i]); if(v>50) continue; if(v>m) m=v; } char*p=malloc(m); if(!p) return 1; free(p); return 0; }
