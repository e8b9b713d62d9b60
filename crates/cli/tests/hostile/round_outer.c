// The local of the outer loop's body, kept over its end.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    for (int j = 0; j < 2; j++) {
      if (i == 1)
        r += *p; // bug: use-after-return
    }
    p = &x;
  }
  return r;
}
