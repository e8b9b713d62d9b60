// time: forever
// flags: --overflow assume
// because: unsigned sums wrap all the same: n == UINT_MAX
void f(unsigned n) {
  for (unsigned i = 0; i < n; i += 2)
    ;
}
