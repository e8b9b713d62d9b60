/* memory: f => stack 1568+ */
/* run: f;x,y,z;99 61 1 | 99 61 40 */
#include <stdio.h>
#include <stdlib.h>
int g(int x,int y,int z){if(y<=0)return x;if(z>0)return g(x,y-1,z-1)+0;return g(y,x%y,z+1);}int f(int x,int y,int z){if(x<0||x>1000||y<0||y>99||z>50)return 0;return g(x,y,z);}
