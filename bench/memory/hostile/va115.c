/* memory: f => stack 1528+ */
/* run: f;x,y;2971215073 1836311903 | 1836311903 2971215073 | 1 -1 */
#include <stdio.h>
#include <stdlib.h>
unsigned g(unsigned x,unsigned y){if(y==0)return x;return g(y,x%y);}unsigned f(unsigned x,unsigned y){return g(x,y);}
