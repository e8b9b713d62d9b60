// memory: main => stack 400
// stdin "100": 100 ints on the stack
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n; if(scanf("%d",&n)!=1||n<1||n>100) return 1; int a[n]; a[0]=1; a[n-1]=2; return a[0]-1; }
