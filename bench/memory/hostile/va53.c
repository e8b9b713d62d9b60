/* memory: f => heap 24+ */
/* run: f;a,k;-1 3 | -2147483648 31 | -100 2 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int k){if(k<0||k>31||a>0)return;int s=a>>k;char*p=malloc(-(s+1)&0xff);free(p);}
