// Overlapping words at an odd place.
// expect: violated
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#include <string.h>
int main(void) {
  unsigned char b[6] = {1, 2, 3, 4, 5, 6};
  unsigned k = __VERIFIER_nondet_uint() % 3, w = 0x09090909, r;
  memcpy(b + k, &w, 4);
  memcpy(&r, b + 1, 4);
  assert(r != 0x05090909); // bug: assertion-failure
}
