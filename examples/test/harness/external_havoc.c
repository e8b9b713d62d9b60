// Its result is arbitrary: a possible violation, which no native run can show.
// flags: --external havoc
// expect: unknown
// expect-unconfirmed: there is no body to run
#include <everypath.h>

int lottery(int ticket);

int main(void) {
  ep_assert(lottery(3) != 77); // bug: assertion-failure
  return 0;
}
