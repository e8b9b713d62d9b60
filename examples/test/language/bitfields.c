// A count that wraps in three bits.
// expect: violated
#include <everypath.h>

struct flags {
  unsigned ready : 1;
  unsigned count : 3;
  signed level : 4;
};

int main(void) {
  struct flags f = {0};
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 8);
  f.ready = 1;
  f.level = -8;
  for (unsigned i = 0; i < n; i++)
    f.count++;
  ep_assert(f.ready == 1 && f.level == -8);
  ep_assert(f.count == n); // bug: assertion-failure
  return 0;
}
