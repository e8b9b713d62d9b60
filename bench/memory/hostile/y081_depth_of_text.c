// memory: main => stack 3200
// stdin "100": a hundred calls of 32 bytes at least
#include <stdio.h>
static int r(int n){ volatile int k=n; return k<=0?0:1+r(k-1); }
int main(void){ char b[16]; int n; if(!fgets(b,sizeof b,stdin)||sscanf(b,"%d",&n)!=1) return 1; if(n>100) n=100; return r(n)&1; }
