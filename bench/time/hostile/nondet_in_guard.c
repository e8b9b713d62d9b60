// time: forever
// because: whatever it reads may be as before
int __VERIFIER_nondet_int(void);
void f(unsigned char n) {
  while (n && __VERIFIER_nondet_int()) n ^= 1, n |= 2;
}
