// memory: main => heap 1000+
// called with: a b
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc!=3||!argv[1]||!argv[2]) return 1; char*a=argv[1],*b=argv[2]; if(!a||!b) return 1; size_t n=memcmp(&a,&b,sizeof a)?1000:10; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
