// memory: main => heap 7+
// called with: ab <<<"cdef\n"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ char a[16],b[16]; if(argc<2||strlen(argv[1])>7||!fgets(a,8,stdin)) return 1; strcpy(b,argv[1]); strcat(b,a); size_t n=strlen(b); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
