// memory: f => stack 600
// work has an array of 2*n+1 and jumps out of it; then g has one of n
#include <setjmp.h>
static jmp_buf e;
static void work(unsigned n){ char b[2*n+1]; b[2*n]=1; if(b[2*n]) longjmp(e,1); }
int f(unsigned char n){ if(setjmp(e)==0) work(n); return 0; }
