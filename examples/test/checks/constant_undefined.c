// What a compiler would fold away even without optimisation stays visible.
// expect: violated
#include <everypath.h>

int main(void) {
  int which, r = 0;
  ep_symbolic(&which, sizeof which, "which");
  switch (which) {
  case 0:
    r = 2147483647 + 1; // bug: signed-overflow
    break;
  case 1:
    r = 1 / 0; // bug: division-by-zero
    break;
  case 2:
    r = 1 << 40; // bug: oversized-shift
    break;
  }
  return r;
}
