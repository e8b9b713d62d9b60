// memory: f => heap 301
#include <stdlib.h>
int f(int a,int b){ char*x=malloc(100),*y=malloc(100); char**p=a?&x:&y,**q=b?&x:&y; free(*p); *p=0; *q?free(*q):(void)0; *q=malloc(200); if(x==*q&&y) {} char*z=(*p==0)?0:malloc(1); free(z); free(x); free(y); return 0; }
