// memory: f => stack 2500
#include <setjmp.h>
static jmp_buf env;
static void deep(int n){ volatile char b[500]; b[n]=n; if(n==0) longjmp(env,1); deep(n-1); b[n]=3; }
int f(void){ if(setjmp(env)==0) deep(4); return 0; }
