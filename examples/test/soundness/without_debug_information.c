// Overflow is found also when the user's flags ask for no positions.
// flags: -- -g0
// expect: violated
#include <everypath.h>

int main(void) {
  int x;
  ep_symbolic(&x, sizeof x, "x");
  int y = x + 1; // bug: signed-overflow
  return y > x;
}
