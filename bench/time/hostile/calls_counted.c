// time: terminates
// flags: --cost calls:g
// because: n + 1 calls, wrapped to 256 for n == 255
static void g(void) {}
void f(unsigned char n) {
  unsigned char i = 0;
  do {
    g();
  } while (i++ != n);
}
