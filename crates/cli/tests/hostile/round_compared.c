// That it compares equal does not make it valid.
// expect-unconfirmed: the new local has the place of the old one
// expect: unknown
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p == &x)
      r = *p;
    p = &x;
  }
  return r;
}
