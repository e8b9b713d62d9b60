// memory: main => heap 24
// stdin "1 x": a struct, the second field is kept
#include <stdio.h>
#include <stdlib.h>
struct s{ int a; short b; signed char c; };
int main(void){ struct s s={1,8,24}; int r=scanf("%d%hd%hhd",&s.a,&s.b,&s.c); if(r==3) return 0; char*p=malloc(r==2?8:s.c); free(p); return 0; }
