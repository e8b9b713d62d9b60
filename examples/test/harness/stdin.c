// Symbolic standard input.
// flags: --stdin 3
// expect: violated
#include <everypath.h>
#include <stdio.h>

int main(void) {
  int a = getchar(), b = getchar(), c = getchar();
  ep_assert(a >= -1 && a <= 255);
  if (a == 'k' && b == 'e')
    ep_assert(c != 'y'); // bug: assertion-failure
  return 0;
}
