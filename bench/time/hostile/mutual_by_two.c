// time: forever
// because: two calls take 2 off: an even n meets neither 5 nor 9
void f(unsigned char n);
static void g(unsigned char n) {
  if (n != 6) f(n + 1);
}
void f(unsigned char n) {
  if (n != 5) g(n - 3);
}
