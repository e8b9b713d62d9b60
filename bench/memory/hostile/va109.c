/* memory: f => stack 408+ */
/* run: f;x,y;61 99 | 0 98 | 38 99 */
#include <stdio.h>
#include <stdlib.h>
int g2(int x,int y);int g(int x,int y){if(y<=0)return x;return g2(y,x%y);}int g2(int x,int y){if(y<=0)return x;return g(x,y-1);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
