// A loop in a function, between the rounds of another.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int step(int open) {
  int now = open;
  while (__VERIFIER_nondet_int())
    now = now == 0 ? 2 : 0;
  return now;
}
int main(void) {
  int open = 0;
  while (__VERIFIER_nondet_int()) {
    open = step(open);
    assert(open == 0 || open == 2);
  }
  return 0;
}
