// A pointer of any value leads nowhere that is known.
// flags: --uninit input
// expect-unconfirmed: a native run has the content that its memory has
// expect: violated
int main(void) {
  int *p;
  return *p; // bug: null-dereference out-of-bounds-read wild-pointer
}
