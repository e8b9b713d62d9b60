// memory: main => heap 4+
// called with: abc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char b[8]="wxyz"; const char*s=b; if(argc>1) s=argv[1]; if(strlen(s)>4) return 1; char*d=strdup(s); if(!d) return 1; free(d); return 0; }
