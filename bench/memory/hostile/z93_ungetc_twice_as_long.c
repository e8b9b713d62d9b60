// memory: main => heap 54
// stdin "9": the digit is put back and read again, then a 9 that was not there
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c=getchar(),n=0,m=0; if(c==EOF) return 1; ungetc(c,stdin); if(scanf("%1d",&n)==1){ ungetc('9',stdin); scanf("%1d",&m); } char*p=malloc(n*5+m); free(p); return 0; }
