// time: terminates
// because: what is expected changes nothing
void f(unsigned char n) {
  while (__builtin_expect(n != 0, 0)) n--;
}
