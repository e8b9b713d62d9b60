/* memory: f => stack 408+ */
/* run: f;x,y;9 99 | 63 98 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;return g(y,y-1-x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
