// time: terminates
// flags: --cost calls:g
// because: g is called by its address too
static void g(void) {}
static void (*const h)(void) = g;
void f(unsigned char n) {
  while (n--) {
    g();
    h();
  }
}
