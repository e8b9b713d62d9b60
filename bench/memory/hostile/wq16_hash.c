// memory: main => heap 60805+
// called with: zzzz
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2) return 1; unsigned short h=5381; for(unsigned char*s=(unsigned char*)argv[1];*s;s++) h=h*33^*s; char*p=malloc(h); if(!p) return 1; free(p); return 0; }
