// The byte counter comes round after 256 rounds without an input.
// expect: violated
#include <assert.h>

int main(void) {
  unsigned char i = 0;
  for (;;) {
    i++;
    assert(i != 0); // bug: assertion-failure
  }
}
