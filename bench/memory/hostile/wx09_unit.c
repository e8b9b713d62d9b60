// memory: main => heap 3072+
// called with: 3k
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; char*e; unsigned long n=strtoul(argv[1],&e,10); if(n>3) return 1; switch(*e){ case 'k': n<<=10; break; case 'b': n*=512; break; case 0: break; default: return 1; } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
