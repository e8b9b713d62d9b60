// memory: f => heap 1040
#include <stdlib.h>
int f(int n,int m){ if(n<0||n>40) return 0; if(m) n+=1000; void*p=malloc(n); free(p); return 0; }
