// time: forever
// because: a one-bit int field is 0 or -1, never 1
struct s { int on : 1; };
void f(unsigned char n) {
  struct s s;
  s.on = n & 1;
  while (s.on != 1 && n) s.on = 1;
}
