// A block that is entered twice without a loop.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, second = 0;
start:
  if (!second) {
    second = 1;
  } else {
    second = 2;
  }
  {
    int x = second;
    if (second == 2)
      return *p; // bug: use-after-return
    p = &x;
  }
  goto start;
}
