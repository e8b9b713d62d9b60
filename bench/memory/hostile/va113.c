/* memory: f => stack unbounded (a run does not end) */
/* run: f;x,y;-32768 65535 | 28657 46368 */
#include <stdio.h>
#include <stdlib.h>
int g(short x,unsigned short y){if(!y)return x;return g(y,x%y)+1;}int f(int x,int y){return g(x,y);}
