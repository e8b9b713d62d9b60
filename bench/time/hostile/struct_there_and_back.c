// time: terminates
// because: n rounds for n > 0
struct p { int a, b; };
void f(signed char n) {
  struct p x = {n, 0}, y;
  while (x.a > 0) {
    y = x;
    y.a--;
    x = y;
  }
}
