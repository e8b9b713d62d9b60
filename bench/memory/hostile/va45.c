/* memory: f => heap 4095+ */
/* run: f;a,b;0 100 | 3 4 | 100 0 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int b){if(a<0||a>100||b<0||b>100)return;unsigned d=a-b;if(d>100)d>>=20;char*p=malloc(d);free(p);}
