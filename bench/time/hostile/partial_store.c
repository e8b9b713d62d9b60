// time: terminates
// because: a short is stored into an int
union u { int i; short s; };
void f(int n) {
  union u u;
  u.i = n;
  u.s = 0;
  while (u.i > 0) u.i -= 65536;
}
