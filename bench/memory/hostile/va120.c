/* memory: f => stack 280+ */
/* run: f;x,y;20 13 | 29 30 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;if(x&1)return g(y,x%y);return g(x+1,y-1);}int f(int x,int y){if(y>30||y<0||x<0||x>100)return 0;return g(x,y);}
