// Swapping without a third variable destroys a value that is swapped with
// itself.
// flags: --entry swap --may-alias --buffer 1
// expect: violated
void swap(unsigned *a, unsigned *b) {
  unsigned x = *a, y = *b;
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  if (*a != y || *b != x)
    __builtin_abort(); // bug: abort
}
