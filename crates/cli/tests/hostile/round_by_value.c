// In a structure that is passed and returned by value.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
struct big { int *p; long pad[6]; };
static struct big keep(struct big old, int *p) {
  old.p = p;
  return old;
}
int main(void) {
  struct big b = {0};
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (b.p)
      r = *b.p; // bug: use-after-return
    b = keep(b, &x);
  }
  return r;
}
