// time: forever
// because: a rotation never loses a one
void f(unsigned char n) {
  unsigned char x = n;
  while (x) x = __builtin_rotateleft8(x, 1);
}
