extern _Bool __VERIFIER_nondet_bool(void);
// Waits longer after each failure, up to a limit of attempts.
int main(void) {
  unsigned wait = 1, attempts = 0;
  while (attempts < 8) {
    if (__VERIFIER_nondet_bool()) break;
    for (unsigned t = 0; t < wait; t++) {}
    wait = wait * 2;
    if (wait > 64) { wait = 1; attempts = 0; }
    attempts++;
  }
  return 0;
}
