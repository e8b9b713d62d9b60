// memory: main => heap 5+
// called with: 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc>4) return 0; if(argc==1) return main(2,(char*[]){"x","5",0}); int n=atoi(argv[1]); if(n<0||n>5) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
