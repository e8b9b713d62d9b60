// A round makes the pointer null.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); int y = 1; int *p = &y;
  for (int i = 0; i < n; i++) if (i == 5) p = 0;
  return *p; // bug: null-dereference
}
