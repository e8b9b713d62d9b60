// A pointer to a function that becomes another one.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
static void nothing(void) {}
static void fails(void) { assert(0); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2;
  void (*f)(void) = nothing;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    f();
    if (i == 70000)
      f = fails;
    if (a + b != 3)
      return 1;
  }
  return 0;
}
