// An index of any value.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
int main(void) {
  int table[4] = {0}, i;
  if (i < 0)
    return 0;
  return table[i]; // bug: out-of-bounds-read
}
