// expect: violated
// The amount is fine, but bits are lost: 5 * 2^30 is no int.
#include <everypath.h>

int main(void) {
  int a;
  ep_symbolic(&a, sizeof a, "a");
  ep_assume(a >= 0 && a <= 5);
  return (a << 30) == 0; // bug: signed-overflow
}
