// memory: f => heap 96
// three tries, each leaves its block of 32 behind by longjmp
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf e; static volatile int tries;
static void work(void){ char*p=malloc(32); p[0]=1; if(++tries<3) longjmp(e,1); free(p); }
int f(void){ tries=0; setjmp(e); work(); return 0; }
