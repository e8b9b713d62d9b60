/* memory: f => stack 152+ */
/* run: f;x,y;10 7 | 100 99 | 63 62 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;return g(x+1,x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
