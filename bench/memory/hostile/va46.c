/* memory: f => heap 283+ */
/* run: f;n;300 | 255 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n>1000||n<0)return;for(unsigned char i=0;i<n&&i<250;i++)malloc(1);if(n>255)for(unsigned char i=250;i!=5;i++)malloc(3);}
