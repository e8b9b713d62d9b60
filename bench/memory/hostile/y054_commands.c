// memory: main => heap 96
// stdin of "+" lines: twelve blocks of 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; static char*s[12]; int n=0; while(fgets(b,sizeof b,stdin)){ char c=0; int k=0; if(sscanf(b," %c %d",&c,&k)<1) continue; switch(c){ case 43: if(n<12) s[n++]=malloc(8); break; case 45: while(k-->0&&n>0) free(s[--n]); break; case 113: goto out; } } out: while(n) free(s[--n]); return 0; }
