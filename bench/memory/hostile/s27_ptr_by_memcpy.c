// memory: f => stack 2000
#include <string.h>
static int big(int x){ volatile char b[2000]; b[5]=x; return b[5]; }
static int small(int x){ return x; }
int f(int x){ int (*g)(int)=small, (*h)(int)=big; if(x) memcpy(&g,&h,sizeof g); return g(x); }
