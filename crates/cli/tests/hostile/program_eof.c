// The end of standard input is a negative number.
// expect: violated
// flags: --stdin 1
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == 'x') c = getchar();
  assert(c >= 0); // bug: assertion-failure
}
