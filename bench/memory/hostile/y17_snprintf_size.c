// memory: f => heap 12
// "-2147483648" has 11 characters
#include <stdlib.h>
#include <stdio.h>
int f(int x){ int n=snprintf(0,0,"%d",x); char*p=malloc((size_t)n+1); if(p) snprintf(p,(size_t)n+1,"%d",x); free(p); return 0; }
