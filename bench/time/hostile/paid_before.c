// time: terminates
// because: the inner loop takes off what the outer put there
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  unsigned k = 0;
  while (n) {
    n--;
    k += 2;
    if (__VERIFIER_nondet_int()) while (k) k--;
  }
}
