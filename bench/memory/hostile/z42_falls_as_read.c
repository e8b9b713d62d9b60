// memory: main => heap 44
// stdin "9 8 7 6 5 4 3 2 1 0": 10 numbers that fall, below a first call: 11 blocks of 4
#include <stdio.h>
#include <stdlib.h>
static void f(int n){ int x=n; char*p=malloc(4); if(scanf("%d",&x)==1&&x>=0&&x<n) f(x); free(p); }
int main(void){ f(10); return 0; }
