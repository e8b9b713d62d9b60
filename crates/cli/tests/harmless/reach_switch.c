// States by their numbers, a counter that belongs to one of them.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int state = 0, count = 0;
  while (1) {
    int e = __VERIFIER_nondet_int();
    switch (state) {
    case 0:
      if (e == 1)
        state = 3;
      break;
    case 3:
      if (e == 2) {
        state = 7;
        count = 0;
      }
      break;
    case 7:
      if (e <= 5)
        state = 0;
      else if (++count > 4)
        state = 9;
      break;
    case 9:
      assert(count == 5);
      state = 0;
      break;
    default:
      assert(0);
    }
  }
}
