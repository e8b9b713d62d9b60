// memory: main => heap 77+
// called with: 77
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static int k; static char*g; static void bye(void){ g=malloc(k); free(g); }
int main(int argc,char**argv){ if(argc<2) return 1; k=atoi(argv[1]); if(k<0||k>77) k=0; atexit(bye); return 0; }
