// time: terminates
// flags: --arith math
// because: open with mathematical integers
void f(unsigned n, unsigned i) {
  while (i != n) i++;
}
