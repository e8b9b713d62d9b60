// memory: main => heap 43
// stdin "1 2 3": the block of 12 is full, the fourth number is not there: 12 and 31
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int*a=malloc(12),n=0; while(scanf("%d",a+n)==1) n++; char*p=malloc(n==3?31:n); free(p); free(a); return 0; }
