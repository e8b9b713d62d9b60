// A text of the caller: with --strings it ends within its buffer.
// flags: --entry second --strings --buffer 4
// expect: violated
int second(const char *text) {
  unsigned n = 0;
  while (text[n]) // no read beyond the end
    n++;
  if (n == 3 && text[1] == 'b')
    return text[n + 1]; // bug: out-of-bounds-read
  return n;
}
