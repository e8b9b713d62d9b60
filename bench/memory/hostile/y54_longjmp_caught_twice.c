// memory: f => heap 150
// the first try leaves 50, the second 100
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf e;
static void work(int n){ char*p=malloc((size_t)n*50); if(n) longjmp(e,1); free(p); }
int f(int n){ if(setjmp(e)==0) work(1); if(setjmp(e)==0) work(2); return 0; }
