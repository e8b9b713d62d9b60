// memory: main => heap 3+
// called with: a,b,c
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char b[32]; if(argc<2||strlen(argv[1])>31) return 1; strcpy(b,argv[1]); int n=0; for(char*t=strtok(b,",");t;t=strtok(0,",")) n++; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
