// The high half of a product needs 128 bits.
// expect: violated
#include <everypath.h>
#include <stdint.h>

static uint64_t high(uint64_t a, uint64_t b) {
  return (uint64_t)(((unsigned __int128)a * b) >> 64);
}

int main(void) {
  uint64_t a;
  ep_symbolic(&a, sizeof a, "a");
  ep_assert(high(a, 1) == 0);
  ep_assert(high(a, 16) == a >> 60);
  ep_assert(high(a, 1ull << 32) != 0xabcdu); // bug: assertion-failure
  return 0;
}
