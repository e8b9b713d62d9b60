// time: forever
// because: n % 3 == 1 calls the function that takes nothing off
static unsigned char m;
static void a(void) { m--; }
static void b(void) { m = m + 0; }
static void c(void) { m -= 2; }
void f(unsigned char n) {
  void (*t[3])(void) = {a, b, c};
  m = n;
  while (m > 2) t[m % 3]();
}
