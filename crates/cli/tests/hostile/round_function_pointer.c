// The callee behind a pointer keeps it.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
static int *kept;
static void keep(int *p) { kept = p; }
static int use(void) { return kept ? *kept : 0; } // bug: use-after-return
int main(void) {
  void (*f)(int *) = keep;
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    r += use();
    f(&x);
  }
  return r;
}
