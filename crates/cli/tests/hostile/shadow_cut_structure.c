// A member of a structure that a later round copies was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int main(void) {
  int n = __VERIFIER_nondet_int(); struct s u, x = {0, 0};
  u.a = 1;
  for (int i = 0; i < n; i++)
    if (i == 5) x = u;
  if (x.b == 5) return 1; // bug: uninitialised-read
  return 0;
}
