// memory: main => heap 128
// stdin "\x80": minus a signed char
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c=getchar(); if(c==EOF) return 1; signed char s=(signed char)c; int n=s<0?-s:s; char*p=malloc(n); free(p); return 0; }
