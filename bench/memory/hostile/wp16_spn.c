// memory: main => heap 4+
// called with: aaaabbbb
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>
extern char **environ;

int main(int argc,char**argv){ if(argc<2) return 1; size_t a=strspn(argv[1],"a"), b=strspn(argv[1],"ab");
 if(b>1000) return 1; char*p=malloc(b-a); if(!p) return 1; free(p); return 0; }
