// Null where the flag that is asked is another one.
// expect: violated
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 0, *p = 0;
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  if (a) p = &x;
  if (b) *p = 1; // bug: null-dereference
  return x;
}
