// The address of a local of a block that has ended, on one way.
// expect: violated
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int outer = 0, *p = &outer;
  if (__VERIFIER_nondet_bool()) {
    int inner = 1;
    p = &inner;
    *p = 2;
  }
  return *p; // bug: use-after-return
}
