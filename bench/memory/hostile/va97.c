/* memory: f => stack 284+ */
/* run: f;x,y;-1 3 | -99 101 | -35 100 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,unsigned char y){return y==0?x:g(y,x%y);}int f(int x,int y){if(x<-200||x>1000||y<0||y>101)return 0;return g(x,y);}
