// In a union beside a number.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
union word { int *p; unsigned long n; };
int main(void) {
  union word w = {.n = 0};
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (w.n != 0)
      r = *w.p; // bug: use-after-return
    w.p = &x;
  }
  return r;
}
