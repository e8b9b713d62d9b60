// time: terminates
// because: a run in which it does not hold ends there
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  while (n) {
    unsigned char k = (unsigned char)__VERIFIER_nondet_int();
    __VERIFIER_assume(k < n);
    n = k;
  }
}
