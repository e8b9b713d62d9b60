// memory: f => heap 70
// a, b, c all live at step 3: 10+20+40
#include <stdlib.h>
int f(int x,int y){ int r=-1; char*a=0,*b=0,*c=0; a=malloc(10); if(x<0) goto out_a; b=malloc(20); if(y<0) goto out_b; c=malloc(40); r=c!=0; if(x==y) goto out_c; r=2; out_c: free(c); out_b: free(b); out_a: free(a); return r; }
