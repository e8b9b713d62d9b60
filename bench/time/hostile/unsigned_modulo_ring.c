// time: terminates
// because: 0u - 1 is 3 modulo 4
void f(signed char n) {
  unsigned i = n < 0 ? 0 : 3;
  while (i != 3) i = (i - 1) % 4;
}
