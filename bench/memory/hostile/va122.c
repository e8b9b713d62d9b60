/* memory: f => heap 53+ */
/* run: f;x,y;34 21 | 1 40 */
#include <stdio.h>
#include <stdlib.h>
void g(int x,int y){if(!y)return;void*p=malloc(y);g(y,x%y);free(p);}void f(int x,int y){if(y>40||y<0||x<0||x>100)return;g(x,y);}
