// memory: main => heap 50+
// called with: z <<<"12"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; int c=argv[1][0]; ungetc(c,stdin); int d=getchar(); char*p=malloc(d=='z'?50:5); if(!p) return 1; free(p); return 0; }
