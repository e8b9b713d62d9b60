// memory: main => heap 73
// stdin "63": 10 that stay and 63 in the handler
#include <stdio.h>
#include <stdlib.h>
static int n; static void h(void){ char*q=malloc(n&63); free(q); }
int main(void){ atexit(h); char*p=malloc(10); if(!p) return 1; scanf("%d",&n); return 0; }
