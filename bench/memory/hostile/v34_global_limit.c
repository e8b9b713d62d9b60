// memory: f => heap 2000
#include <stdlib.h>
static int lim=10; static void *a[100]; static int j;
static void add(void){ if(j<lim) a[j++]=malloc(100); if(j==10) lim=20; }
int f(unsigned char n){ for(int i=0;i<n;i++) add(); while(j) free(a[--j]); return 0; }
