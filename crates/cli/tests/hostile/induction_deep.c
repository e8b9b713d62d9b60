// An error that only the millionth round meets: no bound gets there, and no invariant may exclude it.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned i = 0;
  while (__VERIFIER_nondet_bool()) {
    i += 2;
    assert(i != 2000002);
  }
}
