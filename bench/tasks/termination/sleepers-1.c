extern unsigned char __VERIFIER_nondet_uchar(void);
// Three tasks with a number of ticks each; the scheduler runs the next one.
int main(void) {
  int left[3], next = 0, alive = 3;
  for (int i = 0; i < 3; i++) left[i] = __VERIFIER_nondet_uchar() % 8 + 1;
  while (alive > 0) {
    if (left[next] > 0) {
      left[next]--;
      if (left[next] == 0) alive--;
    }
    next = next == 2 ? 0 : next + 1;
  }
  return 0;
}
