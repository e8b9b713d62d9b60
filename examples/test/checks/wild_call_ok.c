// expect: proved
#include <everypath.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const table[2])(int, int) = {add, sub};

int main(void) {
  unsigned op;
  ep_symbolic(&op, sizeof op, "op");
  int r = table[op & 1](2, 2);
  ep_assert(r == ((op & 1) ? 0 : 4));
  return 0;
}
