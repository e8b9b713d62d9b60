// time: terminates
// because: i passes UINT_MAX
void f(unsigned n) {
  for (unsigned long i = 0; i <= n; i++)
    ;
}
