// A callee leaves in its caller what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
static void set(int *p, int i) { int u; if (i == 5) *p = u; }
static int f(int n) { int x = 0; for (int i = 0; i < n; i++) set(&x, i); return x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (f(n) == 5) return 1; // bug: uninitialised-read
  return 0;
}
