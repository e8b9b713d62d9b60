// memory: main => heap 43
// 3 integers of 12 bytes fit; the fourth text has no number: 12 + 31
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int*a=malloc(12),n=0; while(fgets(b,sizeof b,stdin)&&sscanf(b,"%d",a+n)==1) n++; char*p=malloc(n==3?31:n); free(p); free(a); return 0; }
