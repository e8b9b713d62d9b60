// memory: main => heap 500+
// called with: -n 500
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ int c,n=1; while((c=getopt(argc,argv,"n:v"))!=-1){ switch(c){ case 'n': n=atoi(optarg); break; case 'v': break; default: return 2; } } if(n<0||n>500) return 1; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
