// Writing on until all is written.
// expect: proved
#include <assert.h>
#include <unistd.h>
int main(void) {
  const char *text = "abcd";
  long left = 4;
  while (left > 0) {
    long n = write(1, text, left);
    if (n < 0)
      return 1;
    assert(n >= 1 && n <= left);
    text += n;
    left -= n;
  }
  assert(left == 0);
}
