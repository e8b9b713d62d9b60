// time: terminates
// because: the callee has a copy
struct s { unsigned char a[4]; };
static unsigned char take(struct s s) {
  s.a[0] = 9;
  return s.a[1];
}
void f(unsigned char n) {
  struct s s = {{0, 1, 0, 0}};
  for (s.a[0] = n; s.a[0]; s.a[0] -= take(s))
    ;
}
