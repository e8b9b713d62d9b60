// time: terminates
// because: two labels in turn
void f(unsigned char n) {
  static const void *const to[2] = {&&even, &&odd};
  goto *to[n & 1];
even:
  if (!n) return;
  n--;
  goto *to[n & 1];
odd:
  n--;
  goto *to[n & 1];
}
