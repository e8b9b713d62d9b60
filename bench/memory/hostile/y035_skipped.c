// memory: main => heap 31
// stdin "1 31": the first is not stored
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1; if(sscanf(b,"%*d %d",&n)!=1) return 1; char*p=malloc(n&31); free(p); return 0; }
