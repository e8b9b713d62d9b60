// A round makes the function pointer null.
// expect: violated
extern int __VERIFIER_nondet_int(void);
static int one(void){return 1;}
int main(void) {
  int n = __VERIFIER_nondet_int(); int (*f)(void) = one;
  for (int i = 0; i < n; i++) if (i == 5) f = 0;
  return f(); // bug: wild-call
}
