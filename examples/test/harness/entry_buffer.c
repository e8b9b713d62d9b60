// --entry gives a pointer parameter a buffer of --buffer elements.
// flags: --entry total --buffer 4
// expect: violated
int total(const unsigned char *v, unsigned n) {
  int sum = 0;
  for (unsigned i = 0; i < n && i <= 4; i++)
    sum += v[i]; // bug: out-of-bounds-read
  return sum;
}
