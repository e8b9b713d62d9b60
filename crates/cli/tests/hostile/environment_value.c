// The value of a variable.
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
  const char *v = getenv("LEVEL");
  if (v)
    assert(v[0] != '3' || v[1] != 0); // bug: assertion-failure
  return 0;
}
