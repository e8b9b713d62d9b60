// The local of the inner loop, used in the next round of the outer one.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      int x = j;
      if (i == 1 && j == 0)
        r = *p; // bug: use-after-return
      if (i == 0 && j == 1)
        p = &x;
    }
  return r;
}
