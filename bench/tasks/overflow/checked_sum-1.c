extern int __VERIFIER_nondet_int(void);
// Adds only what has room.
static int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b) return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
  return a + b;
}
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) total = add(total, __VERIFIER_nondet_int());
  return total == 1;
}
