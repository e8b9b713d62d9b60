// Without the flag it is an error.
// expect: violated
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1 > x; // bug: signed-overflow
}
