/* memory: f => stack 216+ */
/* run: f;x,y;10 7 | 34 99 | 60 37 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;return g(y,(x+1)%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
