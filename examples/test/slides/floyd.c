// Assume and assert: one turn of a loop keeps the invariant (page 64).
// expect: proved
#include <everypath.h>

int main(void) {
  unsigned i, s;
  ep_symbolic(&i, sizeof i, "i");
  ep_symbolic(&s, sizeof s, "s");
  ep_assume(i < 1000 && 2 * s == i * (i + 1));
  ep_assume(s < 1000000);
  i++;
  s += i;
  ep_assert(2 * s == i * (i + 1));
  return 0;
}
