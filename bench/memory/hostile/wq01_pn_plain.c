// memory: main => heap 40+
// called with: x
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(void){ int n=0; printf("0123456789012345678901234567890123456789%n\n",&n); char*p=malloc(n); if(!p) return 1; free(p); return 0; }
