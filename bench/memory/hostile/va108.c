/* memory: f => stack 920+ */
/* run: f;x,y;9 99 | 0 98 | 98 98 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y){if(y<=0)return x;int r=x%y;return g(y,r<y/2?y-1-r:r);}int f(int x,int y){if(x<0||x>1000||y<0||y>99)return 0;return g(x,y);}
