// time: forever
// because: n > 2^31: i becomes 0
void f(unsigned n) {
  for (unsigned i = 1; i < n; i <<= 1)
    ;
}
