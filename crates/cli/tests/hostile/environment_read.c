// Bytes by a system call.
// expect: violated
#include <assert.h>
#include <unistd.h>
int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) == 2)
    assert(b[0] != 7 || b[1] != 9); // bug: assertion-failure
  return 0;
}
