// A function pointer out of a table that is too short for its guard.
// expect: violated
#include <everypath.h>
#include <stdint.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

int main(void) {
  unsigned op;
  ep_symbolic(&op, sizeof op, "op");
  int (*f)(int, int) = add;
  if (op == 1)
    f = sub;
  if (op == 2)
    f = (int (*)(int, int))(uintptr_t)12345;
  return f(2, 2); // bug: wild-call
}
