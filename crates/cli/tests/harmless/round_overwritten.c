// The old address is kept, and not used.
// expect: proved
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (p)
      r++;
    p = &x;
    r += *p;
  }
  return r != 5;
}
