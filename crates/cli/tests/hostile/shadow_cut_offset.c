// Where a pointer points in its array depends on what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int n = __VERIFIER_nondet_int(); unsigned u; int *p = a;
  for (int i = 0; i < n; i++)
    if (i == 5) p = a + (u & 3);
  return *p; // bug: uninitialised-read
}
