extern unsigned char __VERIFIER_nondet_uchar(void);
// A log that keeps the last eight entries.
static int entries[8];
static unsigned next;
static void put(int value) {
  entries[next] = value;
  next = next == 8 ? 0 : next + 1;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  for (unsigned i = 0; i < n; i++) put((int)i);
  return entries[0];
}
