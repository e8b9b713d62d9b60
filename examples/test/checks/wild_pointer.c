// An address that no object has.
// expect: violated
#include <everypath.h>
#include <stdint.h>

static int cell = 1;

int main(void) {
  int wild;
  ep_symbolic(&wild, sizeof wild, "wild");
  int *p = &cell;
  if (wild == 9)
    p = (int *)(uintptr_t)0x12345678;
  return *p; // bug: wild-pointer
}
