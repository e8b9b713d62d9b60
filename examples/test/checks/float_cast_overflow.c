// A double that no int can hold.
// expect: violated
#include <everypath.h>

int main(void) {
  double d;
  ep_symbolic(&d, sizeof d, "d");
  ep_assume(d >= 0.0 && d <= 1e10);
  return (int)d == 5; // bug: float-cast-overflow
}
