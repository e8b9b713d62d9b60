// The last value of each.
// expect: violated
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern float __VERIFIER_nondet_float(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) { if (__VERIFIER_nondet_long() == -9223372036854775807L - 1 && __VERIFIER_nondet_size_t() == ~0ul && __VERIFIER_nondet_short() == -32768 && __VERIFIER_nondet_ulonglong() == ~0ull) { float f = __VERIFIER_nondet_float(); if (f != f) return *(int *)0; } // bug: null-dereference
  return 0; }
