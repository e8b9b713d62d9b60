/* memory: f => heap 32768+ */
/* run: f;n;32767 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<0||n>32767)return;short s=n;s++;int k=s;if(k>100)return;if(k<0)k=-k;char*p=malloc(k);free(p);}
