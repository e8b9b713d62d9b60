// time: terminates
// because: ones die out
void f(unsigned x) {
  while (x) x &= x >> 1;
}
