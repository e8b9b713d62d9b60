// memory: main => heap 3+
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

int main(int argc,char**argv){ int n=0; while(--argc>0){ if((++argv)[0][0]=='z') break; n++; if(n>40) return 1; } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
