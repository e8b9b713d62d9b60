// time: terminates
// because: the counter of calls wraps to 0
static unsigned char next(void) {
  static unsigned char c;
  return ++c;
}
void f(unsigned n) {
  while (next() != 0)
    if (!n--) break;
}
