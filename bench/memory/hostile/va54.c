/* memory: f => heap 30+ */
/* run: f;a,k;6 9 | 5 8 | 6 8 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int k){if(a<0||a>6||k<0||k>9)return;char*p=malloc(a|k);char*q=malloc(a^k);free(p);free(q);}
