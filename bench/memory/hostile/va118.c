/* memory: f => stack 280+ */
/* run: f;x,y;34 21 | 1000 7 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y==0)return x;while(x>=y)x-=y;return g(y,x);}int f(int x,int y){if(y>21||y<0||x<0||x>1000)return 0;return g(x,y);}
