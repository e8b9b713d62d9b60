// memory: main => heap 90
// stdin "x": the pointer stays, and leads to 90
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int lim=90; int main(void){ char b[16]; union{ long n; int*p; } u; u.p=&lim; if(!fgets(b,sizeof b,stdin)) return 1; if(sscanf(b,"%ld",&u.n)==1) return 0; char*q=malloc(*u.p); free(q); return 0; }
