// time: terminates
// because: each step is 1 or 2
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  int i = n;
  while (i > 0) i -= __VERIFIER_nondet_int() & 1 ? 1 : 2;
}
