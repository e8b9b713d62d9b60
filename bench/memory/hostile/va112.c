/* memory: f => stack unbounded (a run does not end) */
/* run: f;x,y;-1 200 | 144 89 | -112 89 */
#include <stdio.h>
#include <stdlib.h>
int g(signed char x,unsigned char y){if(!y)return x;return g(y,x%y)+1;}int f(int x,int y){return g(x,y);}
