// memory: main => heap 255+
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ unsigned char n=argc-2; char*p=malloc(n); if(!p) return 1; free(p); return 0; }
