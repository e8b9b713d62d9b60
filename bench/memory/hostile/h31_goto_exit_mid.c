// memory: f => heap 90
#include <stdlib.h>
int f(int a,int b){ char*p=0,*q=0; int r=1; p=malloc(40); if(a) goto out; q=malloc(50); if(b) goto out; r=0; out: free(q); free(p); return r; }
