// Its result is arbitrary: a possible violation, which no native run can show.
// flags: --external havoc
// expect: unknown
#include <everypath.h>

int lottery(int ticket);

int main(void) {
  ep_assert(lottery(3) != 77);
  return 0;
}
