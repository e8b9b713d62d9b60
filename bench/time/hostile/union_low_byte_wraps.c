// time: forever
// because: the low byte alone never makes 256
union u { int i; unsigned char c[4]; };
void f(unsigned char n) {
  union u u;
  u.i = 0;
  while (u.i < 200 + n) u.c[0]++;
}
