// The callee keeps what it is given.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
static int last(int *now) {
  static int *before;
  int r = before ? *before : 0; // bug: use-after-return
  before = now;
  return r;
}
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    r += last(&x);
  }
  return r;
}
