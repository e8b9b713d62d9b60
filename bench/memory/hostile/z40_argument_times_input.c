// memory: main --args sym:1 => heap 810
// stdin "9": 9 of the argument, 9 of the input, 10 bytes
#include <stdio.h>
#include <stdlib.h>
int main(int c,char**v){ int n=0,k=c>1?v[1][0]-'0':0; if(k<0||k>9||scanf("%d",&n)!=1||n<0||n>9) return 1; char*p=malloc((size_t)n*k*10); free(p); return 0; }
