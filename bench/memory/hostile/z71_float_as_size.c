// memory: main => heap 150
// stdin "1.5": %lf, times 100
#include <stdio.h>
#include <stdlib.h>
int main(void){ double d=0; if(scanf("%lf",&d)!=1||!(d>=0&&d<=1.5)) return 1; char*p=malloc((size_t)(d*100)); free(p); return 0; }
