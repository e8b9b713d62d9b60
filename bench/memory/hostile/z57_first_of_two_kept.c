// memory: main => heap 45
// stdin "15": the second number is not there: 30 of before, and 15
#include <stdio.h>
#include <stdlib.h>
static int two(int*a,int*b){ return scanf("%d%d",b,a); }
int main(void){ int a=30,b=0; int r=two(&a,&b); if(r==2) a&=15; b&=15; char*p=malloc(a),*q=malloc(b); free(q); free(p); return 0; }
