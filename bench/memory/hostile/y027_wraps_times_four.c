// memory: main => heap 1000
// a product of 32 bits that wraps: 250 * 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; unsigned n=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%u",&n); n*=4; if(n<=1003){ char*p=malloc(n); free(p);} return 0; }
