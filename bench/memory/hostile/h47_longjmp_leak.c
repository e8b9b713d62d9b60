// memory: f => heap 500
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf e;
static void w(int n){ char*p=malloc(100); p[0]=1; if(n>0) longjmp(e,n); free(p); }
int f(int a){ volatile int k=0; setjmp(e); if(k++<5) w(a>0?1:0); return 0; }
