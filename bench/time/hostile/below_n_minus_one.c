// time: terminates
// because: UINT_MAX rounds for n == 0
void f(unsigned n) {
  for (unsigned i = 0; i < n - 1; i++)
    ;
}
