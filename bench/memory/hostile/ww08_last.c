// memory: main => heap 12+
// called with: aaa bbb ccc
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char*l=0; if(argc>6) return 1; for(int i=1;i<argc;i++){ l=strdup(argv[i]); if(!l||strlen(l)>9) return 1; } return l!=0; }
