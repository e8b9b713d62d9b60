// memory: main --stdin 2 => heap 200
// for 'x' the handler is registered that needs 200 with nothing else live
#include <stdlib.h>
#include <stdio.h>
static void h(void){ char*p=malloc(200); free(p); }
int main(void){ int c=getchar(); if(c=='x') atexit(h); char*p=malloc(64); free(p); return 0; }
