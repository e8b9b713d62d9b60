/* memory: f => stack 3228+ */
/* run: f;x,y;1 100 | 99 100 | 100 1 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=1)return x;if(x<y)return g(x,y-1);return g(y,x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>100)return 0;return g(x,y);}
