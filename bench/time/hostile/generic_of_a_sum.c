// time: forever
// because: a sum of chars is an int: the step is 0
#define STEP(x) _Generic((x), unsigned char: 1, int: 0)
void f(unsigned char n) {
  while (n) n -= STEP(n + n);
}
