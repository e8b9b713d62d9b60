extern _Bool __VERIFIER_nondet_bool(void);
// A frame is sent until it is acknowledged; the sender gives up, or does not.
int main(void) {
  int tries = 0, acknowledged = 0;
  while (!acknowledged) {
    acknowledged = __VERIFIER_nondet_bool();
    tries++;
    if (tries >= 5) return 1;
  }
  return 0;
}
