extern unsigned __VERIFIER_nondet_uint(void);
// Two queues are served in turn until both are empty.
int main(void) {
  unsigned a = __VERIFIER_nondet_uint() % 1000, b = __VERIFIER_nondet_uint() % 1000;
  while (a > 0 || b > 0) {
    if (a > 0) a--;
    else b--;
  }
  return 0;
}
