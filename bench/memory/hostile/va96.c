/* memory: f => stack 284+ */
/* run: f;x,y;21 34 | 89 55 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){return x==0?y:g(y%x,x);}int f(int x,int y){if(x<0||x>60||y<0||y>100)return 0;return g(x,y);}
