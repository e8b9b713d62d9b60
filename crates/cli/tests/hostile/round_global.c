// The address is kept in a global.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
static int *kept;
static int use(void) {
  return *kept; // bug: use-after-return
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i)
      r = use();
    kept = &x;
  }
  return r;
}
