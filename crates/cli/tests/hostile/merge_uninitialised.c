// Set on all ways but one.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x;
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10) x = 1;
  else if (n > 10) x = 2;
  if (x == 1) return 1; // bug: uninitialised-read
  return 0;
}
