// memory: main => heap 50+
// called with: 50 3
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; argv++; if(!*argv||**argv!='5') return 1; char*p=malloc(50); if(!p) return 1; free(p); return 0; }
