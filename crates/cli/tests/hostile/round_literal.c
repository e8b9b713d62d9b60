// A compound literal of a block is an object of that block.
// expect-unconfirmed: clang does not end compound literals
// expect: violated
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++) {
    if (p)
      r = *p; // bug: use-after-return
    p = &(int){i};
  }
  return r;
}
