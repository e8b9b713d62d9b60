// memory: f => heap 350
#include <stdlib.h>
int f(int a,int b){ char*p=0,*q=0,*r=0; p=malloc(100); { q=malloc(100); if(a) goto out; { r=malloc(150); if(b) goto out; free(r); r=0; } free(q); q=0; } out: free(r); free(q); free(p); return 0; }
