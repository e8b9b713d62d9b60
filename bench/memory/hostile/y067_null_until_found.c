// memory: main => heap 80
// the place is null where the line has no number
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int x=0,*to=0; if(!fgets(b,sizeof b,stdin)) return 1; if(b[0]>=48&&b[0]<=57) to=&x; if(sscanf(b,"%1[0-9]",b)!=1||!to) { char*p=malloc(80); free(p);} return 0; }
