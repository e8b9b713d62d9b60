// memory: f => heap 296
#include <stdlib.h>
static int mk(char**o,int n){ if(n<0) return -1; *o=malloc(n); return 0; }
int f(signed char a,signed char b){ char*p=0,*q=0; if(mk(&p,a)||mk(&q,b+b/3)) { free(p); return 1;} free(q); free(p); return 0; }
