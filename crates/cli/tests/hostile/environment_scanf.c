// A number that is read is any number, or none.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0;
  if (scanf("%d", &x) == 1)
    assert(x != 42); // bug: assertion-failure
  return 0;
}
