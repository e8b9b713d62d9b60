// The same before the declaration is reached, where a sanitizer sees it.
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    if (p)
      r += *p; // bug: use-after-return
    int x = i;
    p = &x;
  }
  return r;
}
