// memory: main => heap 64
// a static function with a name of the library: four blocks of 16 are kept
#include <stdio.h>
#include <stdlib.h>
static char*kept[4]; static int read(int k,void*to,unsigned long n){ (void)to; kept[k]=malloc(n); return k; }
int main(void){ int n,s=0; if(scanf("%d",&n)!=1) return 1; s+=read(0,&n,16); for(int i=1;i<4;i++) s+=read(i,&n,16); for(int i=0;i<4;i++) free(kept[i]); return s; }
