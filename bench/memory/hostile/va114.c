/* memory: f => stack 2224+ */
/* run: f;x,y;2147483647 4294967295 | 1836311903 1134903170 | -1134903170 1836311903 */
#include <stdio.h>
#include <stdlib.h>
long g(long x,int y){if(!y)return x;return g(y,x%y)+1;}int f(int x,int y){return g(x,y);}
