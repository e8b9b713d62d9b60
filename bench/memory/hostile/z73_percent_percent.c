// memory: main => heap 33
// stdin "%33": a percent sign before the number
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; if(scanf("%%%d",&n)!=1||n>33||n<0) return 1; char*p=malloc(n); free(p); return 0; }
