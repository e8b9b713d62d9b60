// time: forever
// because: the step is 0 from the third call on
static int step(void) {
  static int left = 2;
  if (left > 0) { left--; return 1; }
  return 0;
}
void f(unsigned char n) {
  unsigned char i = 0;
  while (i < n) i += step();
}
