// memory: main => heap 40
// four lines with a number, the fifth has none: nothing is stored behind the array
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int a[4],i=0; while(fgets(b,sizeof b,stdin)&&sscanf(b,"%d",&a[i])==1) i++; char*p=malloc(i*10); free(p); return 0; }
