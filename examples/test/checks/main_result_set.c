// The near miss of main_result.c, and a function whose unset result nobody
// looks at.
// expect: proved
#include <everypath.h>
static int maybe(int c) {
  int r;
  if (c > 3)
    r = 1;
  return r;
}
int main(void) {
  int c, r = 0;
  ep_symbolic(&c, sizeof c, "c");
  if (c > 3)
    r = maybe(c);
  return r;
}
