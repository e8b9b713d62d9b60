// memory: f => stack 10
#include <stdlib.h>
#include <stdio.h>
int f(int x){ char b[16]; snprintf(b,sizeof b,"%d",x); return (int)strtol(b,0,10)+(int)strtod(b,0); }
