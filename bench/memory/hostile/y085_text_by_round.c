// memory: main => stack 9000
// the second round reads 5,998 digits of the large array: 6,100 bytes of arrays, and what sscanf takes
#include <stdio.h>
#include <string.h>
int main(void){ char small[100]="12", big[6000]; int n=0; memset(big,'7',5999); big[5999]=0; char*p=small+1; for(int k=0;k<2;k++,p=big+1) sscanf(p,"%d",&n); return n&1; }
