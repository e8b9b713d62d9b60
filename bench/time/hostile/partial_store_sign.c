// time: forever
// because: the low half is -1: i stays positive, low half alone falls
union u { int i; short s; };
void f(signed char n) {
  union u u;
  u.i = n * 65536;
  while (u.i > 65535) u.s--;
}
