// memory: main => heap 30
// stdin "3 1 1 1": a sum of what recursion reads: 3 levels, 10 each
#include <stdio.h>
#include <stdlib.h>
static void*t[3]; static int rd(int d){ int x; if(d==3||scanf("%d",&x)!=1||x<1) return d; t[d]=malloc(10); return rd(d+1); }
int main(void){ int n=rd(0); while(n) free(t[--n]); return 0; }
