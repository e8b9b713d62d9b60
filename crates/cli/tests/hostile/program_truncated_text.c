// snprintf says what it would have written.
// expect: violated
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char to[4];
  int n = snprintf(to, sizeof to, "%u", (unsigned)__VERIFIER_nondet_uchar() * 10);
  return to[n]; // bug: out-of-bounds-read
}
