// memory: f --buffer 4 => heap 40
#include <stdlib.h>
static int cmp(const void*a,const void*b){ return **(const char*const*)a-**(const char*const*)b; }
int f(const unsigned char*b){ char*p[4]; for(int i=0;i<4;i++){ p[i]=malloc(10); p[i][0]=b[i]; } qsort(p,4,sizeof*p,cmp); free(p[0]); free(p[1]); char*x=malloc(20); free(x); free(p[2]); free(p[3]); return 0; }
