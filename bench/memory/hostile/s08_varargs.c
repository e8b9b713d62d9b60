// memory: f => stack 1500
#include <stdarg.h>
static int sum(int n, ...) { volatile char b[1500]; va_list ap; va_start(ap,n); int s=0; for(int i=0;i<n;i++) s+=va_arg(ap,int); va_end(ap); b[s&1023]=s; return b[s&1023]; }
int f(int a) { return sum(10,a,1,2,3,4,5,6,7,8,9); }
