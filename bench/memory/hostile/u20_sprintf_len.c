// memory: f => heap 23
#include <stdlib.h>
#include <stdio.h>
int f(int x,short y){ int n=snprintf(0,0,"%d %hd",x,y); char*p=malloc(n+5); snprintf(p,n+1,"%d %hd",x,y); free(p); return 0; }
