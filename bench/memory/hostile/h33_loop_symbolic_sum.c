// memory: f => heap 2400
#include <stdlib.h>
int f(int n){ if(n<0||n>100) return 0; char**a=malloc(n*sizeof*a); for(int i=0;i<n;i++) a[i]=malloc(16); for(int i=0;i<n;i++) free(a[i]); free(a); return 0; }
