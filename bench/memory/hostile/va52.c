/* memory: f => heap 65535+ */
/* run: f;a,m;-5 3 | -1 40 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int m){if(m<=0||m>50||a>1000)return;unsigned r=a%m;if(r<50)return;char*p=malloc(r&0xffff);free(p);}
