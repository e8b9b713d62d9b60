// memcpy may not copy between ranges that overlap; the length depends on n.
// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char text[16] = "0123456789abcde";
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 8);
  memcpy(text + 4, text, n); // bug: invalid-argument
  return text[4];
}
