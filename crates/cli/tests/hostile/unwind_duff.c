// Duff's device copies one byte too many.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char to[9] = {0}, *p = to;
  unsigned count = __VERIFIER_nondet_uint() % 10 + 1, n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *p++ = 1;
  case 3: *p++ = 1;
  case 2: *p++ = 1;
  case 1: *p++ = 1; // bug: out-of-bounds-write
    } while (--n > 0);
  }
  return to[0];
}
