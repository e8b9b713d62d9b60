// time: terminates
// because: x - 0xffffff rounds for x above that
union u { unsigned w; unsigned char b[4]; };
void f(unsigned x) {
  union u u;
  u.w = x;
  while (u.b[3]) u.w -= 1;
}
