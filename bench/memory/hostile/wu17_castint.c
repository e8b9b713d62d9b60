// memory: main => heap 97+
// called with: abcd
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc<2||strlen(argv[1])<4) return 1; uint32_t v=*(uint32_t*)argv[1]; char*p=malloc(v&0xff); if(!p) return 1; free(p); return 0; }
