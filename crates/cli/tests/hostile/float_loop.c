// A tenth ten times is not one.
// expect: violated
#include <assert.h>

int main(void) {
  float s = 0;
  for (int i = 0; i < 10; i++) s += 0.1f;
  assert(s == 1); // bug: assertion-failure
}
