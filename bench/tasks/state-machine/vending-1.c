#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "vending-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  unsigned credit = 0, sold = 0;
  for (int i = 0; i < 8; i++) {
    int e = __VERIFIER_nondet_int();
    if (e == 1) credit += 50;
    else if (e == 2 && credit >= 100) {
      credit -= 100;
      sold++;
    }
  }
  __VERIFIER_assert(credit <= 400 && sold <= 4);
}
