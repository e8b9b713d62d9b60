// time: terminates
// because: n long jumps
#include <setjmp.h>
static jmp_buf back;
void f(unsigned char n) {
  volatile unsigned char k = n;
  setjmp(back);
  if (k--) longjmp(back, 1);
}
