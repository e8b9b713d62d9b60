// expect: violated
#include <everypath.h>

int main(void) {
  unsigned a, b, steps = 0;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  ep_assume(a < 5 && b < 5);
  for (unsigned i = 0; i < a; i++)
    for (unsigned j = i; j < b; j++)
      steps++;
  ep_assert(steps != 9); // bug: assertion-failure
  return 0;
}
