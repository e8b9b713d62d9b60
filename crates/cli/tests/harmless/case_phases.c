// Three phases and two counters.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0, x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    switch (phase) {
    case 0:
      x++;
      if (x == 10) phase = 1;
      break;
    case 1:
      y++;
      if (y == 10) phase = 2;
      break;
    case 2:
      assert(x == 10 && y == 10);
      break;
    }
  }
  return 0;
}
