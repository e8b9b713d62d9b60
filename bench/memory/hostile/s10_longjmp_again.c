// memory: f => stack 3000
#include <setjmp.h>
static jmp_buf env; static int k;
static void b1(void){ volatile char b[3000]; b[2]=1; }
int f(void){ k=0; int r=setjmp(env); if(r==1) { b1(); return 1;} if(k++==0) longjmp(env,1); return 0; }
