// time: terminates
// because: the type chooses
#define STEP(x) _Generic((x), unsigned char: 1, int: 0)
void f(unsigned char n) {
  while (n) n -= STEP(n);
}
