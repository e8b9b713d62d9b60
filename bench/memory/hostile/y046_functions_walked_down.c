// memory: main => heap 500
// the first of the table is called last and takes the most
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void f0(int n){ free(malloc(500+0*n)); } static void f1(int n){ free(malloc(n&7)); } static void f2(int n){ free(malloc(20+0*n)); }
int main(void){ void(*t[4])(int)={f0,f1,f2,f1}; char b[16]; int n=0; if(fgets(b,sizeof b,stdin)) sscanf(b,"%d",&n); void(**p)(int)=t+4; while(p>t) (*--p)(n); return 0; }
