// memory: f => stack 10
#include <stdlib.h>
int f(int x){ char b[4]={'1','2',0,0}; b[0]='0'+(x&7); return atoi(b)+(int)atof(b)+(int)atol(b); }
