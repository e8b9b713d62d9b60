// A function that calls itself keeps the local of its caller.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
static int *kept;
static int down(int n) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = n;
    if (n == 1 && i == 1)
      r += *kept; // bug: use-after-return
    if (n == 0)
      return 0;
    kept = &x;
    r += down(n - 1);
  }
  return r;
}
int main(void) { return down(1); }
