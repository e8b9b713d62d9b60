// One field leaks into its neighbour through a copy.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct both {
  int x, y;
};
int main(void) {
  struct both b = {0, 0};
  while (__VERIFIER_nondet_int()) {
    struct both c = b;
    c.x = b.x == 9 ? 9 : b.x + 1;
    c.y = b.x == 9;
    b = c;
    assert(!b.y);
  }
  return 0;
}
