// A pipe may be closed, and take a part only.
// expect: violated
// expect-unconfirmed: the native run writes to a file that has room
#include <assert.h>
#include <unistd.h>
int main(void) {
  long n = write(1, "abcd", 4);
  assert(n == 4); // bug: assertion-failure
}
