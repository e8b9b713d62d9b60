/* memory: f => stack 120+ */
/* run: f;x,y;100 99 | 40 39 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;return g(x*2%101,x%y);}int f(int x,int y){if(y>100||y<0||x<0||x>100)return 0;return g(x,y);}
