// time: terminates
// because: a[3] is the limit, and is written once
void f(unsigned char n) {
  unsigned char a[4] = {0, 0, 0, 9};
  for (unsigned char i = 0; i < a[3]; i++) a[(i + n) & 3] = 3;
}
