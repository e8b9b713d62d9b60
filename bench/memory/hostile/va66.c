/* memory: f => heap 220+ */
/* run: f;n;10 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n<0||n>10)return;for(int i=0;i<n;i++)for(int j=i;j<n;j++)malloc(j-i+1);}
