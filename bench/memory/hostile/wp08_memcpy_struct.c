// memory: main => heap 126+
// called with: AAAAAAAAAAAAAAA~
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

struct s { char name[15]; unsigned char n; };
int main(int argc,char**argv){ struct s s={{0},7}; if(argc<2||strlen(argv[1])<16) return 1;
 memcpy(&s,argv[1],sizeof s); char*p=malloc(s.n); if(!p) return 1; free(p); return 0; }
