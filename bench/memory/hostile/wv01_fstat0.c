// memory: main => heap 480+
// called with: x <<<"y"*3000
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <sys/stat.h>
int main(int argc,char**argv){ struct stat st; size_t n=1; if(argc>1&&fstat(0,&st)==0) n=st.st_mode%1000; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
