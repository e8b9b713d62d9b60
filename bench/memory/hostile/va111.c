/* memory: f => stack 308+ */
/* run: f;x,y;99 61 | 89 55 | 144 89 */
#include <stdio.h>
#include <stdlib.h>
short g(short x,short y){short t;while(y>40){t=x%y;x=y;y=t;}if(y==0)return x;return g(y,x%y)+1;}int f(int x,int y){if(y>32767||y<-32768||x>32767||x<-32768)return 0;return g(x,y);}
