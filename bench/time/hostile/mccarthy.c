// time: terminates
// because: n > 100 at once, others come to 91
static int m(int n) { return n > 100 ? n - 10 : m(m(n + 11)); }
void f(signed char n) { m(n); }
