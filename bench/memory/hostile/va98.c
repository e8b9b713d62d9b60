/* memory: f => stack 988+ */
/* run: f;x,y;-2654435763 -10 | 1640531540 -10 | 5 -10 | 34 -10 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,unsigned y){return y?g(y,x%y):x;}int f(int x,int y){if(y<-10||y>10)return 0;return g(x,y);}
