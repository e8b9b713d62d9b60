// memory: main => heap 46
// stdin "": at the end -1 & 15 and -1 & 31
#include <stdio.h>
#include <stdlib.h>
static int rd(void){ int x; return scanf("%d",&x)==1?x:-1; }
int main(void){ char*p=malloc(rd()&15),*q=malloc(rd()&31); free(q); free(p); return 0; }
