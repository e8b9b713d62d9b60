// memory: f => stack 10
#include <math.h>
#include <stdlib.h>
static double (*volatile g)(double) = floor;
int f(int x){ double (*h)(double)= x>1?floor:fabs; int (*a)(int)=abs; return (int)h(x*0.5)+a(x); }
