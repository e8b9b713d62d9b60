/* memory: f => heap 18+ */
/* run: f;a,k;-1 9 | -8 15 | 4 -5 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int k){if(a<-8||a>6||k<-8||k>15)return;int m=a&k;if(m<0)m=-m;int o=a^k;if(o<0)o=~o;char*p=malloc(m);char*q=malloc(o);free(p);free(q);}
