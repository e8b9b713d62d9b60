// Only the checks that were asked for.
// flags: --check division-by-zero
// expect: violated
#include <everypath.h>

int main(void) {
  int a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  int sum = a + b;
  if (b == 0)
    return sum / b; // bug: division-by-zero
  return 0;
}
