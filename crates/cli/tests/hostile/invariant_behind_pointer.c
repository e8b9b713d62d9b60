// The loop changes its own counter through a pointer.
// expect: violated
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned i = 0, *p = &i;
  while (i < 10) {
    *p += __VERIFIER_nondet_uchar() % 4;
    (*p)++;
  }
  assert(i < 13); // bug: assertion-failure
}
