// A pointer to pointers, each null or a buffer of its own.
// flags: --entry longest --buffer 2
// expect: violated
unsigned longest(char **words, unsigned n) {
  unsigned most = 0;
  for (unsigned i = 0; i < n && i < 2; i++) {
    unsigned k = 0;
    while (words[i][k]) // bug: null-dereference out-of-bounds-read
      k++;
    if (k > most)
      most = k;
  }
  return most;
}
