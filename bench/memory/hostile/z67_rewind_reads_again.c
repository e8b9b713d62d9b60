// memory: main --stdin 2 => heap 20
// stdin "10": nothing can be put back in a pipe, in a file the number comes again: 10 and 10
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a=0,b=0; scanf("%d",&a); rewind(stdin); scanf("%d",&b); if(a<0||a>10) a=0; if(b<0||b>10) b=0; char*p=malloc(a),*q=malloc(b); free(q); free(p); return 0; }
