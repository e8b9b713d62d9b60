// memory: main => heap 77+
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

static void cl(char**p){ free(*p); }
int main(void){ { __attribute__((cleanup(cl))) char*q=malloc(3); if(!q) return 1; } char*p=malloc(77); if(!p) return 1; free(p); return 0; }
