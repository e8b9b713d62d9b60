// time: forever
// because: x > 3: at 3 it becomes 10
unsigned g;
static void dec(void) { if (g) g--; }
static void reset(unsigned x) { if (x == 3) g = 10; }
void f(unsigned char x) {
  g = x;
  while (g) {
    dec();
    reset(g);
  }
}
