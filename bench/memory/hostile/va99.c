/* memory: f => stack 188+ */
/* run: f;x,y;60 59 | 97 90 | 35 12 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){return y<=0?x:g(x,x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
