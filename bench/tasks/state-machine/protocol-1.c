#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "protocol-1.c", 1, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
enum { CLOSED, SENT, OPEN, CLOSING };
int main(void) {
  unsigned char s = CLOSED, data = 0;
  while (1) {
    unsigned char e = __VERIFIER_nondet_uchar();
    switch (s) {
      case CLOSED: if (e == 1) s = SENT; break;
      case SENT: if (e == 2) { s = OPEN; data = 1; } else if (e == 3) s = CLOSED; break;
      case OPEN: if (e == 4) s = CLOSING; break;
      default: __VERIFIER_assert(data == 1); s = CLOSED; data = 0;
    }
  }
}
