// The counter is even until it wraps around at an odd limit.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned short i = 0;
  while (__VERIFIER_nondet_bool()) {
    i = i >= 65000 ? i - 64999 : i + 2;
    assert(i % 2 == 0 || i > 40000);
  }
}
