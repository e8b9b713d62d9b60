/* memory: f => stack 220+ */
/* run: f;x,y;73 100 | 100 73 | 99 98 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){return y<=0?x:g(2*y,x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
