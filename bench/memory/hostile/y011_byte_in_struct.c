// memory: main => heap 30
// only b is written: a stays 3
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s{ char a; signed char b; short c; }; int main(void){ char t[16]; struct s x={3,0,7}; if(!fgets(t,sizeof t,stdin)) return 1; sscanf(t,"%hhd",&x.b); char*p=malloc(x.a*10); free(p); return 0; }
