// An input that hits one value of a hash: solved, not guessed.
// expect: violated
#include <everypath.h>

int main(void) {
  unsigned char s[4];
  unsigned h = 5381;
  ep_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 4; i++)
    h = h * 33 + s[i];
  ep_assert(h != 0x7c9c25f2u); // bug: assertion-failure
  return 0;
}
