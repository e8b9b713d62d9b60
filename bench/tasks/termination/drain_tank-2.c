extern int __VERIFIER_nondet_int(void);
// A tank is filled once and drained in steps of at least one unit.
int main(void) {
  int level = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (step < 0) step = 1;
  while (level > 0) level -= step;
  return 0;
}
