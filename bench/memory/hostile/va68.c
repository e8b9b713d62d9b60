/* memory: f => heap 65529+ */
/* run: f;n;65530 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){unsigned short u=n;u+=10;if(u>50)return;unsigned short v=u-11;char*p=malloc(v);free(p);}
