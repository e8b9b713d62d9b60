// The near miss of swap_alias.c: the two are different objects.
// flags: --entry swap --buffer 1
// expect: proved
void swap(unsigned *a, unsigned *b) {
  unsigned x = *a, y = *b;
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  if (*a != y || *b != x)
    __builtin_abort();
}
