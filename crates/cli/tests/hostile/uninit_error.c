// Without the flag it is an error.
// expect: violated
#include <assert.h>
int main(void) {
  int x;
  assert(x != 123456); // bug: uninitialised-read
  return 0;
}
