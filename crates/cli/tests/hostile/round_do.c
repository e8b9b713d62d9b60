// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  char *p = 0;
  int i = 0, r = 0;
  do {
    char x = 1;
    if (i > 0)
      r += *p; // bug: use-after-return
    p = &x;
  } while (++i < 2);
  return r;
}
