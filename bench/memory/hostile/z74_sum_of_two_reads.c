// memory: main => heap 4294967294
// stdin "2147483647 2147483647": two numbers of INT_MAX, as size_t
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a,b; if(scanf("%d%d",&a,&b)!=2||a<0||b<0) return 1; char*p=malloc((size_t)a+(size_t)b); free(p); return 0; }
