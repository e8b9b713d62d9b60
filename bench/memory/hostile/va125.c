/* memory: f => stack 124+ */
/* run: f;x,y;100 99 | 40 39 | 64 63 */
#include <stdio.h>
#include <stdlib.h>
int g(int y,int x){if(y<=0)return x;return g(x%y,y*y);}int f(int x,int y){if(y>100||y<0||x<0||x>100)return 0;return g(y,x);}
