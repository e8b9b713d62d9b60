// memory: main => heap 150+
// called with: a b c
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static char*seen[8]; static int k;
static int has(char*s){ for(int i=0;i<k;i++) if(seen[i]==s) return 1; return 0; }
int main(int argc,char**argv){ for(int i=1;i<argc&&k<4;i++) if(!has(argv[i])) seen[k++]=argv[i]; char*p=malloc(k*50); if(!p) return 1; free(p); return 0; }
