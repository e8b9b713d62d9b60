// A loop with two entries; the error is in its third round.
// expect: violated
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int n = 0;
  if (__VERIFIER_nondet_bool()) goto middle;
top:
  n++;
middle:
  n += 2;
  assert(n != 8); // bug: assertion-failure
  if (n < 20) goto top;
}
