/* memory: f => stack 216+ */
/* run: f;x,y;1 -3 | -8 5 | 5 -8 */
#include <stdio.h>
#include <stdlib.h>
unsigned g(int x,int y){if(y==0)return x;return g(y,(unsigned)x%(unsigned)y);}int f(int x,int y){if(y>8||y<-8)return 0;return g(x,y);}
