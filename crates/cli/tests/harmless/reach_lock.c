// Two threads of a scheduler and a lock.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int first = 0, second = 0, lock = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      if (first == 0 && !lock)
        lock = first = 1;
      else if (first == 1)
        lock = first = 0;
    } else {
      if (second == 0 && !lock)
        lock = second = 1;
      else if (second == 1)
        lock = second = 0;
    }
    assert(!(first && second));
  }
}
