// time: terminates
// because: the step is read before the loop, and 0 leaves
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  int s = __VERIFIER_nondet_int();
  if (s <= 0) return;
  for (long i = 0; i < n; i += s)
    ;
}
