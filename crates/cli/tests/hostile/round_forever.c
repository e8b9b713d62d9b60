// A loop without a condition.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, i = 0;
  for (;;) {
    int x = i++;
    if (p)
      return *p; // bug: use-after-return
    p = &x;
  }
}
