// time: forever
// because: the copy falls, x does not: n > 0
struct p { int a, b; };
void f(signed char n) {
  struct p x = {n, 0}, y;
  while (x.a > 0) {
    y = x;
    y.a--;
    if (y.a == 0) break;
    x.b = y.a & 3;
    if (n == 1) x = y;
  }
}
