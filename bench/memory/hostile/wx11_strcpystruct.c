// memory: main => heap 9+
// called with: abcdefg 5
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

struct rec { char name[8]; int qty; };
static struct rec r[4]; static int nr;
static int add(const char*n,const char*q){ if(nr>=4||strlen(n)>=8) return 0; strcpy(r[nr].name,n); r[nr].qty=atoi(q); if(r[nr].qty<0||r[nr].qty>5) return 0; nr++; return 1; }
int main(int argc,char**argv){ for(int i=1;i+1<argc;i+=2) add(argv[i],argv[i+1]); int t=0; for(int i=0;i<nr;i++) t+=r[i].qty; char*p=malloc(t+nr*4); if(!p) return 1; free(p); return 0; }
