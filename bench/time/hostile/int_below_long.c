// time: forever
// because: n > UINT_MAX
void f(unsigned long n) {
  for (unsigned i = 0; i < n; i++)
    ;
}
