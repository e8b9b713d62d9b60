// A threaded interpreter: labels as values.
// expect: violated
#include <everypath.h>

int main(void) {
  unsigned char code[3];
  int acc = 1, pc = 0;
  static const void *const ops[] = {&&inc, &&dbl, &&neg, &&stop};
  ep_symbolic(code, sizeof code, "code");
  for (int i = 0; i < 3; i++)
    ep_assume(code[i] < 4);
#define NEXT                                                                   \
  if (pc == 3)                                                                 \
    goto stop;                                                                 \
  goto *ops[code[pc++]]
  NEXT;
inc:
  acc++;
  NEXT;
dbl:
  acc *= 2;
  NEXT;
neg:
  acc = -acc;
  NEXT;
stop:
  ep_assert(acc != 6); // bug: assertion-failure
  return 0;
}
