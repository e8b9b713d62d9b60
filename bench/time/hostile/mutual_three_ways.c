// time: terminates
// because: each way of the ring takes 1 off in all
void f(unsigned char n);
static void h(unsigned char n) {
  if (n) f(n - 2);
}
static void g(unsigned char n) {
  if (n < 250) h(n + 3);
}
void f(unsigned char n) {
  if (n > 1) g(n - 2);
}
