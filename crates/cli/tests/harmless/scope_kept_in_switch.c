// The local in front of the cases is one object for all rounds of a loop inside.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 0;
  switch (__VERIFIER_nondet_int() & 1) {
    int kept;
    int *p;
  case 0:
    for (int i = 0; i < 3; i++) {
      if (i > 0) r += kept;
      kept = i;
      p = &kept;
      if (i == 2) r += *p;
    }
    assert(r == 3);
  }
  return 0;
}
