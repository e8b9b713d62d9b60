// A member of a structure, written through.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
struct pair { int a, b; };
int main(void) {
  int *p = 0;
  int r = 0;
  for (int i = 0; i < 2; i++) {
    struct pair x = {i, i};
    if (p)
      *p = 5; // bug: use-after-return
    r += x.b;
    p = &x.b;
  }
  return r;
}
