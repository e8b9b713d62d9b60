// time: terminates
// because: x is at most 1 after it
void f(unsigned x) {
  while (x > 1 && x < 32) x = 1u << x >> 8 & 31;
}
