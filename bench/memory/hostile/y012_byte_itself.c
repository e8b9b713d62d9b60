// memory: main => heap 127
// stdin "127": the member that is written
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s{ char a; signed char b; short c; }; int main(void){ char t[16]; struct s x={3,0,7}; if(!fgets(t,sizeof t,stdin)) return 1; sscanf(t,"%hhd",&x.b); if(x.b<0) x.b=x.a; char*p=malloc(x.b); free(p); return 0; }
