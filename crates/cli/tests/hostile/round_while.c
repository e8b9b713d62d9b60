// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, i = 0, r = 0;
  while (i < 3) {
    int x = i++;
    if (i == 3)
      r = *p; // bug: use-after-return
    p = &x;
  }
  return r;
}
