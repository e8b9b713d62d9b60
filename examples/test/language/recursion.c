// Mutual recursion over a symbolic number.
// expect: proved
#include <everypath.h>
#include <stdbool.h>

static bool odd(unsigned n);
static bool even(unsigned n) { return n == 0 || odd(n - 1); }
static bool odd(unsigned n) { return n != 0 && even(n - 1); }

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n < 12);
  ep_assert(even(n) == (n % 2 == 0));
  return 0;
}
