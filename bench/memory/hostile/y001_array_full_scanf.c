// memory: main => heap 40
// stdin "1 2 3 4": the array is full, the fifth number is not there
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int a[4]; int i=0; while(scanf("%d",&a[i])==1) i++; char*p=malloc(i*10); free(p); return 0; }
