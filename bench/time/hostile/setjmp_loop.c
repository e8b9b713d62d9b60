// time: unknown
// because: longjmp comes back once
#include <setjmp.h>
void f(unsigned char n) {
  jmp_buf b;
  volatile int k = 0;
  setjmp(b);
  if (k++ < n) longjmp(b, 1);
}
