// memory: main => heap 72
// stdin "a": a reader with a memory: says one character twice
#include <stdio.h>
#include <stdlib.h>
static int back=-2; static int next(void){ if(back!=-2){ int c=back; back=-2; return c; } return getchar(); }
int main(void){ int a=next(); back=a; int b=next(); if(a!=b) { char*q=malloc(1000); free(q); } char*p=malloc(72); free(p); return 0; }
