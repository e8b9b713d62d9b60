// memory: main => heap 39
// 8 for the header and 31
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void*get(size_t n){ size_t*h=malloc(n+sizeof *h); *h=n; return h+1; } static size_t size(void*p){ return ((size_t*)p)[-1]; } static void put(void*p){ free((size_t*)p-1); }
int main(void){ char b[16]; while(fgets(b,sizeof b,stdin)){ int n=atoi(b)&31; void*p=get(n); if(size(p)>31){ char*q=malloc(1000); free(q);} put(p);} return 0; }
