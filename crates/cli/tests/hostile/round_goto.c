// A loop that is made of a jump out of the block.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
int main(void) {
  int *p = 0, i = 0;
again: {
  int x = i++;
  if (p)
    return *p; // bug: use-after-return
  p = &x;
  goto again;
}
}
