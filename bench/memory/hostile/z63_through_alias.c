// memory: main => heap 90
// stdin " 90": what is read through a pointer is the limit
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=3,m=5; int*p=getchar()=='x'?&m:&n; scanf("%d",p); if(n<0||n>90) n=0; char*q=malloc(n); free(q); return 0; }
