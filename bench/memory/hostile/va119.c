/* memory: f => stack 536+ */
/* run: f;x,y;21 34 | 34 21 | 13 21 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(x<y)return g(y,x);if(y==0)return x;return g(x%y,y);}int f(int x,int y){if(y>40||y<0||x<0||x>21)return 0;return g(x,y);}
