// memory: main => heap 777+
// called with: -z
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ size_t n=1; for(int i=1;i<argc;i++){ if(argv[i][0]!='-') continue; switch(argv[i][1]){ case 'a': n=10; break; case 'z': n=777; break; default: return 1;} } char*p=malloc(n); if(!p) return 1; free(p); return 0; }
