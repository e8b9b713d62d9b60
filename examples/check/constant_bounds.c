// Loops that constants decide unwind by themselves.
// flags: --unwind 1
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[20], most = -1;
  for (int i = 0; i < 20; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 20; i++)
    if (a[i] > most) most = a[i];
  assert(most >= -1);
  return 0;
}
