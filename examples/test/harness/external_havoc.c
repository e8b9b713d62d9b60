// Its result is arbitrary: the native run has a body that returns what the path chose.
// flags: --external havoc
// expect: violated
#include <everypath.h>

int lottery(int ticket);

int main(void) {
  ep_assert(lottery(3) != 77); // bug: assertion-failure
  return 0;
}
