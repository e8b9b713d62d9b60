extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int ring[4] = {0, 0, 0, 0};
  unsigned head = 0;
  while (__VERIFIER_nondet_bool()) {
    ring[head] = 1;
    head = (head + 1) % 5;
  }
  return ring[0];
}
