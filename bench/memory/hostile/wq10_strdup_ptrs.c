// memory: main => heap 14+
// called with: abc=defgh
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2||strlen(argv[1])>99) return 1; char*d=strdup(argv[1]); if(!d) return 1; char*e=strchr(d,'='); if(!e){free(d);return 1;} *e++=0; char*p=malloc(e-d); if(!p) return 1; free(p); free(d); return 0; }
