// time: forever
// because: n == 0: every i is at most UINT_MAX
void f(unsigned n) {
  for (unsigned i = 0; i <= n - 1; i++)
    ;
}
