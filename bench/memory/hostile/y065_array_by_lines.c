// memory: main => heap 48
// a[0..5] are stored at the place that the counter says: 6 * 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int a[6]; int n=0; while(fgets(b,sizeof b,stdin)){ if(n<6){ if(sscanf(b,"%d",a+n)==1) n++; } else break; } long*p=malloc(n*sizeof *p); free(p); return 0; }
