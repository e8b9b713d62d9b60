/* memory: f => stack 316+ */
/* run: f;x,y;21 34 | 34 21 | 3 100 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){return y==0?x:g(y,x%y);}int f(int x,int y){if(x<0||x>1000||y<0||y>50)return 0;return g(x,y);}
