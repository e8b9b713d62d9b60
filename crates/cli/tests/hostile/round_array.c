// An element of an array.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    int a[4] = {1, 2, 3, i};
    if (p)
      r = p[1]; // bug: use-after-return
    p = a + 2;
  }
  return r;
}
