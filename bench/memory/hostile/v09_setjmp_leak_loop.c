// memory: main => heap 300
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf e; static void*p;
static void g(int i){ p=malloc(100); if(i<3) longjmp(e,i+1); free(p); }
int main(void){ int i=setjmp(e); g(i); return 0; }
