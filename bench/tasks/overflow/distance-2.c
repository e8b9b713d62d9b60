extern int __VERIFIER_nondet_int(void);
static int absolute(int x) { return x < 0 ? -x : x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < -1000000 || x > 1000000 || y > 1000000) return 0;
  return absolute(x) + absolute(y) > 5;
}
