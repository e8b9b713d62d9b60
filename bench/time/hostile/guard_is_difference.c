// time: terminates
// because: (a - b) mod 2^32 rounds
void f(unsigned a, unsigned b) {
  unsigned i = 0;
  while (i < a - b) i++;
}
