// memory: main => heap 6+
// called with: abcdef
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

#include <pthread.h>
static void*run(void*a){ char*p=malloc(strlen(a)%50); free(p); return 0; }
int main(int argc,char**argv){ if(argc<2) return 1; pthread_t t; if(pthread_create(&t,0,run,argv[1])) return 1; pthread_join(t,0); return 0; }
