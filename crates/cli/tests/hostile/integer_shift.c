// A shift into the sign, and one by the width.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 33;
  unsigned x = 1;
  return (int)(x << n >> 31); // bug: oversized-shift
}
