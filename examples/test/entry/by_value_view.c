// A structure with a pointer that comes in two registers.
// flags: --entry count --buffer 3
// expect: violated
struct view {
  const char *text;
  unsigned long length;
};
int count(struct view v, char wanted) {
  int n = 0;
  if (!v.text || v.length > 4)
    return -1;
  for (unsigned long i = 0; i < v.length; i++)
    n += v.text[i] == wanted; // bug: out-of-bounds-read
  return n;
}
