// expect: violated
#include <alloca.h>
#include <everypath.h>

int main(void) {
  unsigned char n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 8 && n <= 16);
  char *p = alloca(n);
  p[0] = 1;
  p[12] = 1; // bug: out-of-bounds-write
  return 0;
}
