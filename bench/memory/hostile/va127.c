/* memory: f => stack 444+ */
/* run: f;x,y;64 64 | 89 55 | 3 63 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=1)return x;return g(y,x%y==0?y-1:x%y);}int f(int x,int y){if(y>64||y<0||x<0||x>100)return 0;return g(x,y);}
