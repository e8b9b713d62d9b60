// time: forever
// flags: -m32
// because: n == UINT_MAX
void f(unsigned n) {
  for (unsigned long i = 0; i <= n; i++)
    ;
}
