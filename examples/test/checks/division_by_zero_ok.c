// expect: proved
#include <everypath.h>

int main(void) {
  unsigned a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  return b == 0 ? 0 : (a / b > a);
}
