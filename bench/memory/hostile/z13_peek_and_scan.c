// memory: main => heap 7999
// stdin "7999": a digit is put back and read as a number
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c=getchar(),n=0; if(c!='7') return 1; ungetc(c,stdin); if(scanf("%d",&n)!=1) return 1; if(n<0||n>7999) n=0; char*p=malloc(n); free(p); return 0; }
