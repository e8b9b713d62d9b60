extern int __VERIFIER_nondet_int(void);
static int *where(int *p) {
  int local = 4;
  if (*p > local) return &local;
  return p;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = where(&x);
  return *p == 1;
}
