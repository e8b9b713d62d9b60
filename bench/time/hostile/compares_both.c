// time: forever
// flags: --compare-arith
// because: n == UINT_MAX for the machine only
void f(unsigned n) {
  for (unsigned i = 0; i <= n; i++)
    ;
}
