/* memory: f => heap 346+ */
/* run: f;n;8 | 7 | 2 */
#include <stdio.h>
#include <stdlib.h>
void f(int n){if(n>20||n<0)return;for(unsigned char i=n;i>=1;i-=3)malloc(2);}
