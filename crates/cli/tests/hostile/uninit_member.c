// A member that no path writes.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
#include <assert.h>
struct s { int a, b; };
static struct s make(void) {
  struct s x;
  x.a = 1;
  return x;
}
int main(void) {
  struct s y = make();
  assert(y.a == 1);
  assert(y.b != -5); // bug: assertion-failure
  return 0;
}
