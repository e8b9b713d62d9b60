// time: forever
// because: a step may be 0
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  int i = n;
  while (i > 0) i -= __VERIFIER_nondet_int() & 1;
}
