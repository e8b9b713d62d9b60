// Two floats in a structure travel as one vector register among variable
// arguments, which is not modelled.
// expect: unknown
#include <assert.h>
#include <stdarg.h>

struct pair {
  float x, y;
};

static float second(int n, ...) {
  va_list l;
  va_start(l, n);
  struct pair p = va_arg(l, struct pair);
  va_end(l);
  return p.y;
}

int main(void) {
  struct pair p = {1.0f, 2.0f};
  assert(second(1, p) == 2.0f);
  return 0;
}
