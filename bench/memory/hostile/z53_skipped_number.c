// memory: main => heap 40
// stdin "5": the first number is not counted, at the end scanf says -1
#include <stdio.h>
#include <stdlib.h>
int main(void){ int n=0; int r=scanf("%*d%d",&n); char*p=malloc(r==1?n&31:40); free(p); return 0; }
